import { Code } from '../ui/copy.tsx'

/** Explains how to set up email, and what works without it. */
export function NotConfigured() {
  return (
    <div className="space-y-4">
      <p>
        Email is not set up yet, so Quoin can’t send anything. Set these two variables on the server and restart it. Any email
        provider works:
      </p>
      <Code label="the settings">{`QUOIN_SMTP_URL=smtp://USER:PASSWORD@smtp.example.com:587\nQUOIN_MAIL_FROM=billing@example.com`}</Code>
      <p>
        Also set <code>QUOIN_PUBLIC_URL</code>: links in emails start with it. Without it they point to the server’s own machine,
        and customers can’t open them.
      </p>
      <p className="text-soft">
        Until then, download the PDF or copy the public link, send it yourself, and choose “Mark as sent” in the menu.
      </p>
    </div>
  )
}
