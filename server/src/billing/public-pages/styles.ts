// The style sheet of public pages, and the headers that allow nothing else.
import { createHash } from 'node:crypto'
import type { Accent } from './accent.ts'

const FONT =
  "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','Noto Sans','Noto Sans Arabic','Hiragino Sans','Yu Gothic UI','Noto Sans JP','Noto Sans CJK JP',Arial,sans-serif"

/** Light only: the page is the document, and is printed like it. Sizes are those of a phone; the wide window comes after. */
export const STYLES = `
:root{color-scheme:light;--ink:#111827;--soft:#4b5563;--line:#e5e7eb;--ground:#f3f4f6;--good:#166534;--good-ground:#dcfce7;--warn:#854d0e;--warn-ground:#fef9c3;--bad:#991b1b;--bad-ground:#fee2e2}
*{box-sizing:border-box}
html{font:16px/1.5 ${FONT};color:var(--ink);background:var(--ground);-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;border-top:4px solid var(--fill,#374151)}
main{max-width:68rem;margin:0 auto;padding:1rem;display:grid;gap:1rem}
h1,h2,p,dl,dd,ul,figure{margin:0;padding:0}
h1{font-size:1rem;font-weight:600;color:var(--soft)}
h2{font-size:1rem;font-weight:650}
a{color:var(--accent,#1f4bd8)}
bdi,.text,td,dd{overflow-wrap:anywhere}
.text{white-space:pre-wrap;unicode-bidi:plaintext;text-align:left}
[dir=rtl] .text{text-align:right}
.card{background:#fff;border:1px solid var(--line);border-radius:.75rem;padding:1.25rem;min-width:0}
.soft{color:var(--soft)}
.small{font-size:.875rem}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.stack{display:grid;gap:1rem}
.seller{display:flex;align-items:center;gap:.75rem;font-weight:600;min-width:0}
.seller img{max-width:9rem;max-height:3rem;width:auto;height:auto}
.sum{display:grid;gap:.25rem}
.sum strong{font-size:2.125rem;line-height:1.2;font-weight:700;letter-spacing:-.02em;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.sum .long{font-size:1.5rem}
.sum s{color:var(--soft)}
.badge{display:inline-block;padding:.125rem .625rem;border-radius:999px;font-size:.875rem;font-weight:600}
.good{color:var(--good);background:var(--good-ground)}
.warn{color:var(--warn);background:var(--warn-ground)}
.bad{color:var(--bad);background:var(--bad-ground)}
.button{display:block;width:100%;min-height:3rem;padding:.7rem 1rem;border:1px solid transparent;border-radius:.5rem;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer;background:var(--fill);color:var(--on-fill);border-color:color-mix(in srgb,var(--fill),#000 15%);overflow-wrap:anywhere}
.button.plain{background:#fff;color:var(--ink);border-color:#d1d5db}
.button.plain:hover{background:#f9fafb}
.button:hover{filter:brightness(.95)}
:focus-visible{outline:3px solid var(--accent,#1f4bd8);outline-offset:2px}
.parties{display:grid;gap:1.25rem}
.parties h2,.facts dt,.pay dt{font-size:.8125rem;font-weight:500;color:var(--soft);margin:0}
.facts{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:.75rem 1rem;padding-block:1.25rem;border-block:1px solid var(--line)}
.facts dd,.pay dd{font-weight:500;font-size:.9375rem}
.history{display:grid;gap:.5rem}
.history div{display:flex;justify-content:space-between;gap:1rem}
.history dt span{display:block}
.history dd{font-variant-numeric:tabular-nums;white-space:nowrap}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
th{font-size:.8125rem;font-weight:500;color:var(--soft);text-align:start;padding:0 0 .5rem;border-bottom:1px solid var(--line)}
td{padding:.75rem 0;vertical-align:top;border-bottom:1px solid var(--line)}
.number{text-align:end;white-space:nowrap;padding-inline-start:.75rem;width:1%}
td.number{overflow-wrap:normal}
.number.quantity{white-space:normal;overflow-wrap:anywhere;width:8rem}
.wide{display:none}
.name{font-weight:500}
.narrow{display:block;color:var(--soft);font-size:.875rem}
.totals{display:grid;gap:.5rem;margin-inline-start:auto;width:100%;max-width:26rem}
.totals div{display:flex;justify-content:space-between;gap:1rem}
.totals dd{font-variant-numeric:tabular-nums;white-space:nowrap}
.totals .strong{font-weight:700;border-top:1px solid var(--line);padding-top:.5rem}
.pay{display:grid;gap:.75rem}
.code{display:grid;gap:.5rem;justify-items:start}
.code svg{display:block;width:11rem;height:11rem;background:#fff;border:1px solid var(--line);border-radius:.5rem}
label{display:block;font-weight:600;margin-bottom:.375rem}
input,textarea{display:block;width:100%;font:inherit;color:inherit;background:#fff;padding:.7rem .75rem;border:1px solid #6b7280;border-radius:.5rem}
textarea{min-height:6rem;resize:vertical}
[aria-invalid=true]{border-color:var(--bad);border-width:2px}
.problem{color:var(--bad);background:var(--bad-ground);padding:.75rem 1rem;border-radius:.5rem;font-weight:500}
summary{cursor:pointer;padding:.75rem 0;color:var(--soft);text-decoration:underline;text-underline-offset:3px}
form{display:grid;gap:1rem}
details form{padding-top:.5rem}
.message{max-width:30rem;margin:12vh auto;display:grid;gap:.75rem}
.message h1{font-size:1.25rem;color:var(--ink)}
footer{display:grid;gap:.75rem;padding:.25rem 0 1rem}
footer .columns{display:grid;gap:.75rem 1.5rem;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr))}
@media (min-width:40rem){
main{padding:1.5rem}
.card{padding:2rem}
.parties{grid-template-columns:1fr 1fr}
.facts{grid-template-columns:repeat(3,minmax(0,1fr))}
.wide{display:table-cell}
.narrow{display:none}
.number{padding-inline-start:1.25rem}
.how{grid-template-columns:minmax(0,1fr) auto;align-items:start}
.how>:is(h2,p){grid-column:1/-1}
.reply .button{max-width:20rem}
}
@media (min-width:64rem){
main{grid-template-columns:minmax(0,1fr) 21rem;align-items:start;padding:2.5rem 1.5rem;gap:1.5rem}
main.one{display:block}
.side{grid-column:2;grid-row:1/span 9;position:sticky;top:1.5rem}
.side .card{padding:1.5rem}
.paper,.reply,footer{grid-column:1}
.paper .seller{display:none}
}
@media print{
@page{margin:16mm}
html,body{background:#fff;border:0}
main,.side{display:block;padding:0;position:static}
.card,.side .card{border:0;padding:0;margin-bottom:1.5rem}
.button,.reply,.screen{display:none}
.wide{display:table-cell}
.narrow{display:none}
tr,.totals,.history,.pay,.code{break-inside:avoid}
thead{display:table-header-group}
a{color:inherit;text-decoration:none}
.badge{border:1px solid currentColor}
}
`

/** The colours of a company, as a style sheet of its own. All three are `#rrggbb`. */
export function colorStyles({ fill, on_fill, ink }: Accent): string {
  return `:root{--fill:${fill};--on-fill:${on_fill};--accent:${ink}}`
}

/**
 * The policy of a page with these style sheets and no others: no script, nothing from elsewhere, no frame around it, and forms only to this
 * service.
 */
export function policyOf(...sheets: readonly string[]): string {
  const hashes = sheets.map((sheet) => `'sha256-${createHash('sha256').update(sheet).digest('base64')}'`).join(' ')
  return `default-src 'none'; style-src ${hashes}; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
}
