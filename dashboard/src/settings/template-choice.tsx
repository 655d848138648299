import type { ReactNode } from 'react'

/** The templates, and what each is for. */
const TEMPLATES = [
  ['modern', 'Modern', 'Light, with a band in your colour'],
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
      viewBox="0 0 84 96"
      aria-hidden="true"
      className="w-full rounded-[4px] border border-line bg-white"
      fill="#c9ccd3"
      stroke="none"
    >
      {children}
    </svg>
  )
}

/** Lines of text and of a table, from `y` on. */
const lines = (y: number, last: number) => (
  <>
    <rect x="10" y={y} width="64" height="1" fill="#8b909b" />
    <rect x="10" y={y + 5} width="30" height="2" />
    <rect x="62" y={y + 5} width="12" height="2" />
    <rect x="10" y={y + 11} width="24" height="2" />
    <rect x="64" y={y + 11} width="10" height="2" />
    <rect x="10" y={y + 17} width="34" height="2" />
    <rect x="60" y={y + 17} width="14" height="2" />
    <rect x="50" y={last} width="24" height="3" fill="#5b606c" />
  </>
)

const PICTURES = {
  modern: (
    <>
      <rect x="10" y="9" width="12" height="7" rx="1.5" fill="#3546c2" />
      <rect x="52" y="10" width="22" height="4" fill="#5b606c" />
      <rect x="10" y="26" width="22" height="2" />
      <rect x="10" y="30" width="18" height="2" />
      <rect x="56" y="26" width="18" height="2" />
      <rect x="60" y="30" width="14" height="2" />
      {lines(44, 74)}
      <rect x="10" y="73" width="14" height="5" rx="1.5" fill="#3546c2" />
    </>
  ),
  classic: (
    <>
      <rect x="28" y="9" width="28" height="4" fill="#5b606c" />
      <rect x="34" y="15" width="16" height="1.5" />
      <rect x="10" y="21" width="64" height="0.8" fill="#8b909b" />
      <rect x="10" y="27" width="22" height="2" />
      <rect x="10" y="31" width="18" height="2" />
      <rect x="10" y="39" width="20" height="3" fill="#5b606c" />
      {lines(47, 74)}
      <rect x="24" y="88" width="36" height="1.5" />
    </>
  ),
  din5008: (
    <>
      <rect x="58" y="8" width="16" height="8" rx="1" fill="#3546c2" />
      <rect x="10" y="19" width="26" height="1" fill="#8b909b" />
      <rect x="10" y="23" width="20" height="2" />
      <rect x="10" y="27" width="24" height="2" />
      <rect x="10" y="31" width="16" height="2" />
      <rect x="58" y="23" width="16" height="2" />
      <rect x="58" y="27" width="12" height="2" />
      <rect x="10" y="40" width="22" height="3" fill="#5b606c" />
      {lines(47, 74)}
      <rect x="0" y="32" width="3" height="0.8" fill="#8b909b" />
      <rect x="0" y="63" width="3" height="0.8" fill="#8b909b" />
      <rect x="10" y="87" width="16" height="1.5" />
      <rect x="34" y="87" width="16" height="1.5" />
      <rect x="58" y="87" width="16" height="1.5" />
    </>
  ),
} as const
