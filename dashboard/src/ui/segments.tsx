/** One of a few views, side by side; the chosen one is pressed. */
export function Segments<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  label: string
  value: Value
  choices: readonly (readonly [Value, string])[]
  onChange: (value: Value) => void
}) {
  return (
    <fieldset className="inline-flex rounded-[8px] border border-line bg-sunken p-0.5">
      <legend className="sr-only">{label}</legend>
      {choices.map(([key, text]) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === value}
          onClick={() => onChange(key)}
          className="h-8 rounded-[6px] px-3 font-medium text-soft hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-sm"
        >
          {text}
        </button>
      ))}
    </fieldset>
  )
}
