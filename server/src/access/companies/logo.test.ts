// Which bytes are a picture, and which only begin like one.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { chunk, extended, jpeg, jpegFrame, lossless, lossy, moving, png, riff } from '../../../test/support/pictures.ts'
import { readBase64, readPicture } from './logo.ts'

describe('a picture', () => {
  const pictures: Record<string, [bytes: Buffer, media_type: string, width: number, height: number]> = {
    'a PNG': [png(20, 10), 'image/png', 20, 10],
    'a PNG with a text in it': [png(3, 4, chunk('tEXt', Buffer.from('a\0b'))), 'image/png', 3, 4],
    'a JPEG': [jpeg(300, 200), 'image/jpeg', 300, 200],
    'a lossless WebP': [riff(['VP8L', lossless(1000, 3)]), 'image/webp', 1000, 3],
    'a lossy WebP': [riff(['VP8 ', lossy(17, 9)]), 'image/webp', 17, 9],
    'an extended WebP': [
      riff(['VP8X', extended(400, 500)], ['ALPH', Buffer.from('x')], ['VP8 ', lossy(400, 500)]),
      'image/webp',
      400,
      500,
    ],
    'a moving WebP': [
      riff(['VP8X', extended(9, 8)], ['ANMF', moving(0, 0, 9, 8)], ['ANMF', moving(2, 4, 7, 4)]),
      'image/webp',
      9,
      8,
    ],
  }
  for (const [name, [bytes, media_type, width, height]] of Object.entries(pictures)) {
    test(`${name} is read with its size`, () => assert.deepEqual(readPicture(bytes), { media_type, width, height }))

    test(`${name} that is cut off anywhere, or has something behind it, is none`, () => {
      for (let length = 0; length < bytes.length; length++)
        assert.equal(readPicture(bytes.subarray(0, length)), undefined, `${length}`)
      for (const tail of ['\0', '<script>alert(1)</script>', 'PK\x05\x06']) {
        assert.equal(readPicture(Buffer.concat([bytes, Buffer.from(tail)])), undefined)
      }
    })
  }

  test('no changed byte of a PNG passes', () => {
    const bytes = png(8, 8)
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1
      assert.equal(readPicture(changed), undefined, `${at}`)
    }
  })

  const others: Record<string, Buffer> = {
    'an SVG': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    HTML: Buffer.from('<!doctype html><script>alert(1)</script>'),
    'a GIF': Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'),
    'a PDF': Buffer.from('%PDF-1.7'),
    'HTML behind the signature of a PNG': Buffer.from('\x89PNG\r\n\x1a\n<script>alert(1)</script>', 'latin1'),
    'a PNG without pixels': Buffer.concat([png(1, 1).subarray(0, 33), chunk('IEND', Buffer.alloc(0))]),
    'a JPEG without a frame': Buffer.from([0xff, 0xd8, 0xff, 0xd9]),
    'a JPEG with two frames': Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      jpegFrame(1, 1),
      jpegFrame(9, 9),
      Buffer.from([0xff, 0xd9]),
    ]),
    'a WebP without pixels': riff(['VP8X', extended(1, 1)]),
    'a WebP of something else': riff(['LIST', Buffer.from('x')]),
    'a WebP whose pixels are not as many as its canvas says': riff(['VP8X', extended(400, 500)], ['VP8 ', lossy(400, 499)]),
    'the same without loss': riff(['VP8X', extended(400, 500)], ['VP8L', lossless(4, 500)]),
    'a WebP with pixels of two sizes': riff(['VP8 ', lossy(4, 4)], ['VP8 ', lossy(5, 4)]),
    'a WebP with two canvases': riff(['VP8X', extended(4, 4)], ['VP8X', extended(4, 4)], ['VP8 ', lossy(4, 4)]),
    'a WebP whose pixels are none': riff(['VP8X', extended(4, 4)], ['VP8 ', Buffer.alloc(10)]),
    'a moving WebP with a frame beside its canvas': riff(['VP8X', extended(9, 9)], ['ANMF', moving(2, 0, 8, 9)]),
    'a moving WebP with a frame of another size': riff(['VP8X', extended(9, 9)], ['ANMF', moving(0, 0, 4, 4, lossy(9, 9))]),
    'a moving WebP with an empty frame': riff(['VP8X', extended(9, 9)], ['ANMF', moving(0, 0, 4, 4).subarray(0, 16)]),
    'a sound': Buffer.from('RIFF\x04\0\0\0WAVE', 'latin1'),
    nothing: Buffer.alloc(0),
  }
  for (const [name, bytes] of Object.entries(others)) {
    test(`is not ${name}`, () => assert.equal(readPicture(bytes), undefined))
  }
})

describe('base64', () => {
  test('is read when it is standard and whole', () => {
    assert.deepEqual(readBase64('aGk='), Buffer.from('hi'))
  })
  for (const text of ['', '=', 'aGk', 'aGk=\n', ' aGk=', 'aGk=aGk=', 'a-_=', 'aGl=', 'data:image/png;base64,aGk=', 'aGk=\0']) {
    test(`is not ${JSON.stringify(text)}`, () => assert.equal(readBase64(text), undefined))
  }
})
