import { LivePaper } from '../documents/live-paper.tsx'
import type { Values } from './company-draft.ts'

/** A sample invoice of the company as its documents will look with what is typed. */
export function TemplatePreview({ values }: { values: Values | undefined }) {
  return (
    <section aria-labelledby="template-preview">
      <h2 id="template-preview" className="mb-2">
        How it will look
      </h2>
      <LivePaper
        path="/company/paper-preview"
        body={
          values && {
            document_template: values.document_template,
            accent_color: /^#[0-9a-f]{6}$/i.test(values.accent_color) ? values.accent_color : null,
            footer: values.footer || null,
            language: values.language,
          }
        }
        label="A sample invoice"
        missing="The preview is on its way."
      />
    </section>
  )
}
