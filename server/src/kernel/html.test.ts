import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html, trusted } from './html.ts'

test('values are text, in elements and in attributes', () => {
  const hostile = `"><script>alert('1')</script>&amp;`
  assert.equal(
    html`<p title="${hostile}">${hostile}</p>`.text,
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;">&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;</p>',
  )
})

test('HTML stays HTML, lists are joined, and what is not there is nothing', () => {
  const rows = ['a<b', 'c'].map((row) => html`<li>${row}</li>`)
  assert.equal(
    html`<ul>${rows}</ul>${null}${undefined}${false}${0}${trusted('<br>')}`.text,
    '<ul><li>a&lt;b</li><li>c</li></ul>0<br>',
  )
})
