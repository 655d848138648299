// Pure: the form by which a customer accepts or declines a quote.
import { type Html, html } from '../../kernel/html.ts'
import { LONGEST_NAME, LONGEST_REASON } from '../quotes/decision.ts'
import type { Words } from './wording/words.ts'

export interface Form {
  /** Where it is sent. */
  action: string
  /** SHA-256 of the PDF that this page shows: an answer to another one counts for nothing. */
  document_sha256: string
  /** What was typed before, and what is wrong with it. */
  name: string
  reason: string
  problem: { field: 'name' | 'reason' | null; text: string } | null
}

/** The section with both forms. What the customer agrees to is before the name. */
export function replyHtml(words: Words, form: Form): Html {
  const { problem } = form
  const wrong = (field: 'name' | 'reason') => problem?.field === field && html` aria-invalid="true" aria-describedby="problem"`
  return html`<section class="card stack reply" id="answer" aria-labelledby="answer-head">
<h2 id="answer-head">${words.answer}</h2>
${problem && html`<p class="problem" id="problem" role="alert">${problem.text}</p>`}
<form method="post" action="${form.action}" autocomplete="on">
${hidden(form, 'accept')}
<p id="agree">${words.agree}</p>
<div><label for="name">${words.name}</label>
<input id="name" name="name" type="text" autocomplete="name" required maxlength="${LONGEST_NAME}" value="${form.name}" dir="auto"${wrong('name') || html` aria-describedby="agree"`}></div>
<button class="button">${words.accept}</button>
</form>
<details${(form.reason !== '' || problem?.field === 'reason') && html` open`}>
<summary>${words.decline_instead}</summary>
<form method="post" action="${form.action}">
${hidden(form, 'decline')}
<div><label for="reason">${words.reason}</label>
<textarea id="reason" name="reason" required maxlength="${LONGEST_REASON}" dir="auto"${wrong('reason')}>
${form.reason}</textarea></div>
<button class="button plain">${words.decline}</button>
</form>
</details>
<p class="small soft">${words.kept}</p>
</section>`
}

const hidden = ({ document_sha256 }: Form, answer: string): Html =>
  html`<input type="hidden" name="answer" value="${answer}"><input type="hidden" name="document" value="${document_sha256}">`
