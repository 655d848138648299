// Pure: the public page of a document as HTML. All texts come from `PublicPage`, finished; everything typed by people is escaped.
import { isMailAddress } from '../../kernel/email.ts'
import { type Html, html, trusted } from '../../kernel/html.ts'
import { readingDirection } from '../../kernel/languages.ts'
import type { Paper } from '../printing/paper.ts'
import { accentOf } from './accent.ts'
import { type Form, replyHtml } from './form-html.ts'
import type { PublicPage } from './page.ts'
import { qrCode } from './qr-code.ts'
import { colorStyles, policyOf, STYLES } from './styles.ts'

/** A page, and the Content-Security-Policy that it is sent with. */
export interface Written {
  text: string
  policy: string
}

/** Where the links of a page lead. */
export interface Addresses {
  pdf: string
}

/** Characters of an amount that fit on the narrowest phone in large type. */
const LONG_AMOUNT = 13

/** Writes the page; `form` is there when the customer can answer a quote. */
export function documentHtml(page: PublicPage, addresses: Addresses, form: Form | null): Written {
  const { paper } = page
  const content = html`<main>
${summary(page, addresses, form)}
${paperHtml(page)}
${form && replyHtml(page.words, form)}
${footerHtml(paper)}
</main>`
  return wholePage({ language: paper.language, title: paper.file_title, accent_color: paper.accent_color }, content)
}

/** A whole page with its style sheets. */
export function wholePage(
  { language, title, accent_color }: { language: Paper['language']; title: string; accent_color?: string },
  content: Html,
): Written {
  const colors = colorStyles(accentOf(accent_color ?? '#374151'))
  const { text } = html`<!doctype html>
<html lang="${language}" dir="${readingDirection(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${trusted(STYLES)}</style>
<style>${trusted(colors)}</style>
</head>
<body>
${content}
</body>
</html>
`
  return { text, policy: policyOf(STYLES, colors) }
}

function sellerHtml({ paper, logo_url }: PublicPage): Html {
  const name = html`<bdi>${paper.seller.name}</bdi>`
  return html`<div class="seller">${logo_url && html`<img src="${logo_url}" alt="">`}${name}</div>`
}

/** What the reader must know at once, and what to do about it. */
function summary(page: PublicPage, { pdf }: Addresses, form: Form | null): Html {
  const { paper, words, amount, badge, notes, history, contact_email } = page
  const link = paper.payment?.link
  const value = html`<bdi>${amount.value}</bdi>`
  const contact =
    contact_email && isMailAddress(contact_email)
      ? html`<p class="small soft screen">${words.questions} <a href="mailto:${encodeURI(contact_email)}"><bdi>${contact_email}</bdi></a></p>`
      : null
  return html`<div class="side"><div class="card stack">
${sellerHtml(page)}
${paper.mark && html`<p><span class="badge warn">${paper.mark}</span></p>`}
<div class="sum">
<h1>${paper.title} <bdi>${paper.number}</bdi></h1>
<p class="soft small">${amount.label}</p>
<strong${amount.value.length > LONG_AMOUNT && html` class="long"`}>${amount.is_void ? html`<s>${value}</s>` : value}</strong>
${amount.detail !== '' && html`<p class="soft">${amount.detail}</p>`}
</div>
${badge && html`<p><span class="badge ${badge.tone}">${badge.text}</span></p>`}
${notes.map((note) => html`<p class="text">${note}</p>`)}
${history.length > 0 && historyHtml(history)}
${link && html`<a class="button" href="${link.url}" rel="noopener noreferrer">${link.label}</a>`}
${form && html`<a class="button" href="#answer">${words.accept_or_decline}</a>`}
<a class="button plain" href="${pdf}">${words.download}</a>
${contact}
</div></div>`
}

function historyHtml(history: PublicPage['history']): Html {
  return html`<dl class="history small">${history.map(
    ({ label, date, amount }) =>
      html`<div><dt><bdi>${label}</bdi> <span class="soft"><bdi>${date}</bdi></span></dt><dd><bdi>${amount}</bdi></dd></div>`,
  )}</dl>`
}

function paperHtml(page: PublicPage): Html {
  const { paper, words } = page
  return html`<article class="card stack paper" aria-label="${paper.title} ${paper.number}">
${parties(paper, words.from)}
<dl class="facts">${paper.facts.map(({ label, value }) => html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>
<h2 class="unseen">${words.items}</h2>
${lineTable(paper)}
${totalsHtml(paper)}
${paper.sections.map(
  ({ heading, text }) => html`<section>${heading !== '' && html`<h2>${heading}</h2>`}<p class="text">${text}</p></section>`,
)}
${paymentHtml(paper)}
</article>`
}

function parties({ seller, buyer }: Paper, from: string): Html {
  const party = (label: string, [name = '', ...lines]: readonly string[]) =>
    html`<div><h2>${label}</h2><p><b><bdi>${name}</bdi></b>${lines.map((line) => html`<br><bdi>${line}</bdi>`)}</p></div>`
  return html`<div class="parties">${party(from, [seller.name, ...seller.lines])}${party(buyer.label, buyer.lines)}</div>`
}

function lineTable({ heads, lines, has_line_tax }: Paper): Html {
  const rows = lines.map((line) => {
    const quantity = [line.quantity, line.unit].filter((text) => text !== '').join(' ')
    const factors = html`<span class="narrow"><bdi>${quantity} × ${line.unit_price}</bdi>${has_line_tax && html` · <bdi>${heads.tax} ${line.tax}</bdi>`}</span>`
    return html`<tr>
<td><span class="text name">${line.name}</span>${line.description !== '' && html`<div class="soft small text">${line.description}</div>`}${factors}</td>
<td class="number wide quantity"><bdi>${quantity}</bdi></td>
<td class="number wide"><bdi>${line.unit_price}</bdi></td>
${has_line_tax && html`<td class="number wide"><bdi>${line.tax}</bdi></td>`}
<td class="number"><bdi>${line.amount}</bdi></td>
</tr>`
  })
  return html`<table>
<thead><tr><th scope="col">${heads.item}</th><th scope="col" class="number wide quantity">${heads.quantity}</th><th scope="col" class="number wide">${heads.unit_price}</th>${has_line_tax && html`<th scope="col" class="number wide">${heads.tax}</th>`}<th scope="col" class="number">${heads.amount}</th></tr></thead>
<tbody>${rows}</tbody>
</table>`
}

function totalsHtml({ totals }: Paper): Html {
  return html`<dl class="totals">${totals.map(
    ({ kind, label, value }) =>
      html`<div${kind !== 'part' && html` class="strong"`}><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`,
  )}</dl>`
}

/** What the company says at the end, and who it is: its contact, bank and registers. */
function footerHtml({ footer, footer_columns }: Paper): Html {
  const columns = footer_columns.map(
    (lines) => html`<p>${lines.map((line, index) => html`${index > 0 && html`<br>`}<bdi>${line}</bdi>`)}</p>`,
  )
  return html`<footer class="soft small">${footer !== '' && html`<p class="text">${footer}</p>`}<div class="columns">${columns}</div></footer>`
}

/** How it is paid: the account with a code for banking apps, or the payment part of a Swiss QR-bill. */
function paymentHtml({ payment, slip }: Paper): Html | null {
  if (!payment && !slip) return null
  const { labels } = slip ?? {}
  const rows = slip
    ? [
        { label: labels!.account, value: slip.creditor.join('\n') },
        { label: labels!.reference, value: slip.reference },
        { label: labels!.additional, value: slip.message },
        { label: labels!.amount, value: `${slip.currency} ${slip.amount}` },
      ].filter(({ value }) => value !== '')
    : (payment?.rows ?? [])
  const code = slip
    ? html`<figure class="code">${qrCode(slip.rows, slip.alt, { is_swiss: true })}</figure>`
    : payment?.code &&
      html`<figure class="code">${qrCode(payment.code.rows, payment.code.alt)}<figcaption class="small soft">${payment.code.caption}</figcaption></figure>`
  if (rows.length === 0 && !code && !payment?.text) return null
  return html`<section class="stack how"><h2>${payment?.heading ?? labels!.payment_part}</h2>
${rows.length > 0 && html`<dl class="pay">${rows.map(({ label, value }) => html`<div><dt>${label}</dt><dd class="text">${value}</dd></div>`)}</dl>`}
${payment?.text && html`<p class="text">${payment.text}</p>`}
${code}
</section>`
}
