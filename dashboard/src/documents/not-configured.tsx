import { Code } from '../ui/copy.tsx'

/** Says what is missing to send mails, and what works without. */
export function NotConfigured() {
  return (
    <div className="space-y-4">
      <p>
        No mail server is set up, so Quoin can’t send anything. Whoever runs the server sets these two and starts it again; any
        provider of mail works:
      </p>
      <Code label="the settings">{`QUOIN_SMTP_URL=smtp://USER:PASSWORD@smtp.example.com:587\nQUOIN_MAIL_FROM=billing@example.com`}</Code>
      <p>
        Links in mails begin with <code>QUOIN_PUBLIC_URL</code>. Without it they lead to the machine of the server alone, and no
        customer can open them.
      </p>
      <p className="text-soft">
        Until then: download the PDF or copy the link to the public page, send it yourself, and choose “Mark as sent” in the menu.
      </p>
    </div>
  )
}
