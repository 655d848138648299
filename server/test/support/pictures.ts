// Pictures by their bytes, as far as anything of ours looks at them.
import { crc32, deflateSync } from 'node:zlib'

/** A chunk of a PNG. */
export const chunk = (type: string, content: Buffer) => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}

/** A grey PNG. */
export function png(width: number, height: number, ...more: Buffer[]): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const pixels = deflateSync(Buffer.alloc((width + 1) * height))
  return Buffer.concat([signature, chunk('IHDR', head), ...more, chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

const segment = (marker: number, content: Buffer) => {
  const frame = Buffer.from([0xff, marker, 0, 0])
  frame.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([frame, content])
}

/** The part of a JPEG that says how large it is. */
export const jpegFrame = (width: number, height: number) => {
  const frame = Buffer.alloc(9)
  frame[0] = 8
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  frame[5] = 1
  return segment(0xc2, frame)
}

/** What of a JPEG is looked at, with a scan that has an escaped FF and a restart in it. */
export const jpeg = (width: number, height: number) =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0')),
    jpegFrame(width, height),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56, 0xff, 0xff, 0xd9]),
  ])

/** A WebP of chunks. */
export const riff = (...chunks: [type: string, content: Buffer][]) => {
  const parts = chunks.map(([type, content]) => {
    const head = Buffer.from(`${type}\0\0\0\0`, 'latin1')
    head.writeUInt32LE(content.length, 4)
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
  })
  const body = Buffer.concat([Buffer.from('WEBP'), ...parts])
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
export const lossless = (width: number, height: number) => {
  const content = Buffer.alloc(7)
  content[0] = 0x2f
  content.writeUInt32LE(((height - 1) << 14) | (width - 1), 1)
  return content
}
export const lossy = (width: number, height: number) => {
  const content = Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a, 0, 0, 0, 0])
  content.writeUInt16LE(width, 6)
  content.writeUInt16LE(height, 8)
  return content
}
export const extended = (width: number, height: number) => {
  const content = Buffer.alloc(10)
  content.writeUIntLE(width - 1, 4, 3)
  content.writeUIntLE(height - 1, 7, 3)
  return content
}

/** A frame of a moving WebP, at a place with even numbers. */
export const moving = (left: number, top: number, width: number, height: number, pixels = lossy(width, height)) => {
  const head = Buffer.alloc(16)
  for (const [index, value] of [left / 2, top / 2, width - 1, height - 1].entries()) head.writeUIntLE(value, 3 * index, 3)
  return Buffer.concat([head, riff(['VP8 ', pixels]).subarray(12)])
}
