// The HTML part of a mail: tables and inline styles, as the old mail clients need them, without images and without anything that is loaded. Pure.
import { escapeHtml } from '../../kernel/html.ts'
import { type Language, readingDirection } from '../../kernel/languages.ts'

export interface Page {
  language: Language
  subject: string
  /** Shown at the top. */
  company: string
  message: string
  /** Lines of the summary: what it is, and its value. */
  summary: readonly (readonly [name: string, value: string])[]
  button: { label: string; url: string } | undefined
}

const FONT =
  "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,'Noto Sans','Noto Sans Arabic','Noto Sans JP',sans-serif"
const INK = '#1f2937'
const FAINT = '#6b7280'
const LINE = '#e5e7eb'
const PAPER = '#ffffff'
const GROUND = '#f3f4f6'
const ACCENT = '#1d4ed8'
/** Clients that know dark mode and do not change colours themselves. */
const DARK = `@media (prefers-color-scheme:dark){.ground{background:#111827!important}.paper{background:#1f2937!important;border-color:#374151!important}.ink{color:#f3f4f6!important}.faint{color:#9ca3af!important}.line{border-color:#374151!important}.link{color:#93c5fd!important}}`
const NARROW =
  '@media (max-width:480px){.edge{padding:0!important}.paper{border-radius:0!important;border-width:1px 0!important}.in{padding-left:20px!important;padding-right:20px!important}}'

/** The HTML part as a whole document. What people typed is escaped; addresses in it become links. */
export function layOut({ language, subject, company, message, summary, button }: Page): string {
  const direction = readingDirection(language)
  const start = direction === 'rtl' ? 'right' : 'left'
  const end = direction === 'rtl' ? 'left' : 'right'
  const text = `font-family:${FONT};color:${INK}`
  const rows = summary.map(([name, value], index) => {
    const line = index === 0 ? '' : `border-top:1px solid ${LINE};`
    return (
      `<tr><td class="faint line" align="${start}" style="${line}padding:10px 0;font-family:${FONT};font-size:14px;line-height:20px;color:${FAINT}">${escapeHtml(name)}</td>` +
      `<td class="ink line" align="${end}" style="${line}padding:10px 0;${text};font-size:15px;line-height:20px;font-weight:600;word-break:break-word"><bdi>${escapeHtml(value)}</bdi></td></tr>`
    )
  })
  return [
    `<!DOCTYPE html><html lang="${language}" dir="${direction}" xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    '<meta name="x-apple-disable-message-reformatting"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no">',
    `<title>${escapeHtml(subject)}</title>`,
    '<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->',
    `<style>:root{color-scheme:light dark}${DARK}${NARROW}</style></head>`,
    `<body class="ground" style="margin:0;padding:0;background:${GROUND};-webkit-text-size-adjust:100%">`,
    `<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${GROUND}" style="background:${GROUND}"><tr><td class="edge" align="center" style="padding:32px 16px">`,
    '<!--[if mso]><table role="presentation" width="568" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->',
    `<table role="presentation" class="paper" dir="${direction}" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${PAPER}" style="max-width:568px;background:${PAPER};border:1px solid ${LINE};border-radius:8px;border-collapse:separate">`,
    `<tr><td class="in ink" align="${start}" style="padding:28px 32px 0;${text};font-size:18px;line-height:26px;font-weight:600;word-break:break-word"><bdi>${escapeHtml(company)}</bdi></td></tr>`,
    `<tr><td class="in ink" align="${start}" style="padding:16px 32px 0;${text};font-size:15px;line-height:24px;word-break:break-word">${paragraphs(message)}</td></tr>`,
    `<tr><td class="in" style="padding:8px 32px ${button ? 0 : 20}px"><table role="presentation" class="line" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-top:1px solid ${LINE};border-bottom:1px solid ${LINE}">${rows.join('')}</table></td></tr>`,
    button ? buttonRow(button, start) : '',
    '</table><!--[if mso]></td></tr></table><![endif]--></td></tr></table></body></html>',
  ].join('\n')
}

/** A cell with a colour behind a link: a button in clients that know neither borders of links nor CSS files. */
function buttonRow({ label, url }: { label: string; url: string }, start: string): string {
  const link = `display:inline-block;padding:12px 22px;font-family:${FONT};font-size:15px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none;border-radius:6px;background:${ACCENT}`
  return (
    `<tr><td class="in" align="${start}" style="padding:24px 32px 32px"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>` +
    `<td bgcolor="${ACCENT}" style="border-radius:6px;background:${ACCENT}"><a href="${escapeHtml(url)}" style="${link}">${escapeHtml(label)}</a></td></tr></table></td></tr>`
  )
}

/** Paragraphs are separated by empty lines; other line breaks are kept. */
function paragraphs(message: string): string {
  const parts = message.split(/\n{2,}/).filter((part) => part.trim() !== '')
  return parts.map((part) => `<p style="margin:0 0 16px" dir="auto">${part.split('\n').map(withLinks).join('<br>')}</p>`).join('')
}

const ADDRESS = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}]/g

function withLinks(line: string): string {
  let html = ''
  let last = 0
  for (const { 0: url, index } of line.matchAll(ADDRESS)) {
    html += `${escapeHtml(line.slice(last, index))}<a class="link" href="${escapeHtml(url)}" style="color:${ACCENT}">${escapeHtml(url)}</a>`
    last = index + url.length
  }
  return html + escapeHtml(line.slice(last))
}
