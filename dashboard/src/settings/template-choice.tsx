import type { ReactNode } from 'react'

/** The templates, and what each is for. */
const TEMPLATES = [
  ['modern', 'Modern', 'Light, the amount in your colour'],
  ['classic', 'Classic', 'A letter with serifs'],
  ['din5008', 'DIN 5008', 'For windows of German envelopes'],
] as const

/** The template of documents: three small papers, one of which is chosen. */
export function TemplateChoice({
  name,
  defaultValue,
  error,
  className = '',
}: {
  name: string
  defaultValue: string
  error: string | undefined
  className?: string
}) {
  return (
    <fieldset className={className}>
      <legend className="mb-1 text-[13px] font-medium">Template</legend>
      <div className="grid grid-cols-3 gap-3">
        {TEMPLATES.map(([value, title, about]) => (
          <label
            key={value}
            className="group relative flex cursor-pointer flex-col gap-2 rounded-lg border border-line p-2 hover:border-line-strong has-checked:border-accent has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent sm:p-3"
          >
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === defaultValue}
              aria-invalid={error ? true : undefined}
              className="absolute top-3 right-3 size-4 accent-(--accent) opacity-0 outline-offset-2 checked:opacity-100 focus-visible:opacity-100"
            />
            <SmallPaper>{PICTURES[value]}</SmallPaper>
            <span>
              <span className="block font-medium">{title}</span>
              <span className="hidden text-[13px] leading-snug text-soft sm:block">{about}</span>
            </span>
          </label>
        ))}
      </div>
      {error && <p className="mt-1 text-[13px] text-danger">{error}</p>}
    </fieldset>
  )
}

function SmallPaper({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 84 114"
      aria-hidden="true"
      className="w-full rounded-[4px] border border-line bg-white"
      fill="#c9ccd3"
      stroke="none"
    >
      {children}
    </svg>
  )
}

/** The colours of the pictures: rules, titles, and what takes the accent colour. */
const RULE = '#8b909b'
const TITLE = '#4b505c'
const ACCENT = '#3546c2'

/** Short lines of text, one below the other. */
const text = (x: number, y: number, widths: readonly number[]) =>
  widths.map((width, index) => <rect key={width} x={x} y={y + index * 4} width={width} height="2" />)

/** The table of line items, from `y` on, and the total below it. */
const table = (y: number) => (
  <>
    <rect x="9" y={y} width="66" height="0.8" fill={RULE} />
    {text(9, y + 4, [30, 24, 34])}
    <rect x="63" y={y + 4} width="12" height="2" />
    <rect x="65" y={y + 8} width="10" height="2" />
    <rect x="61" y={y + 12} width="14" height="2" />
    <rect x="9" y={y + 17} width="66" height="0.8" fill={RULE} />
    <rect x="47" y={y + 22} width="28" height="3" fill={TITLE} />
  </>
)

const PICTURES = {
  modern: (
    <>
      <rect x="9" y="9" width="22" height="3" fill={ACCENT} />
      <rect x="59" y="9" width="16" height="4" fill={TITLE} />
      {text(9, 20, [18, 14, 16])}
      {text(57, 20, [18, 17])}
      <rect x="9" y="36" width="66" height="9" rx="1.5" fill="#e4e7fa" />
      <rect x="9" y="36" width="1.2" height="9" fill={ACCENT} />
      <rect x="13" y="39" width="16" height="3" fill={ACCENT} />
      {table(51)}
      <rect x="9" y="103" width="66" height="0.6" fill={RULE} />
      {text(9, 106, [12])}
      {text(27, 106, [14])}
      {text(47, 106, [13])}
    </>
  ),
  classic: (
    <>
      <rect x="26" y="9" width="32" height="4" fill={TITLE} />
      <rect x="31" y="15" width="22" height="1.5" />
      <rect x="9" y="19.5" width="66" height="0.6" fill={ACCENT} />
      <rect x="9" y="21" width="66" height="0.6" fill={ACCENT} />
      {text(9, 26, [18, 14, 16])}
      {text(57, 26, [18, 17])}
      <rect x="9" y="42" width="30" height="4" fill={TITLE} />
      {table(51)}
      <rect x="9" y="100" width="66" height="0.6" fill={RULE} />
      <rect x="26" y="103" width="32" height="1.5" />
      <rect x="30" y="106.5" width="24" height="1.5" />
    </>
  ),
  din5008: (
    <>
      <rect x="49" y="9" width="26" height="3" fill={ACCENT} />
      <rect x="9" y="22" width="26" height="0.8" fill={RULE} />
      {text(9, 25, [18, 14, 16])}
      {text(51, 22, [24, 22, 20])}
      <rect x="9" y="43" width="26" height="3" fill={TITLE} />
      {table(51)}
      <rect x="0" y="40" width="3" height="0.8" fill={RULE} />
      <rect x="0" y="56" width="4" height="0.8" fill={RULE} />
      <rect x="0" y="79" width="3" height="0.8" fill={RULE} />
      <rect x="9" y="103" width="66" height="0.6" fill={RULE} />
      {text(9, 106, [12])}
      {text(27, 106, [14])}
      {text(47, 106, [13])}
    </>
  ),
} as const
