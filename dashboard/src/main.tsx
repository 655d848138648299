// The entry: a welcome link, the sign-in, or the app, a separate bundle that only signed-in people load.

import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { configureApi } from './app/api.ts'
import { queries, useSession } from './app/session.ts'
import { noteLostSession } from './sign-in/lost-session.ts'
import { SignInPage } from './sign-in/sign-in-page.tsx'
import { Splash, Trouble } from './ui/states.tsx'
import { Toaster } from './ui/toast.tsx'
import './ui/styles.css'

const WELCOME = /^\/welcome\/([^/]+)$/.exec(location.pathname)
const loadApp = () => import('./app/app.tsx')
const App = lazy(async () => ({ default: (await loadApp()).App }))
const WelcomePage = lazy(async () => ({ default: (await import('./sign-in/welcome-page.tsx')).WelcomePage }))

// Most visitors are signed in: the app loads while the session is requested.
if (!WELCOME) void loadApp()

configureApi({
  onSignedOut: () => {
    if (queries.getQueryData(['session'])) noteLostSession()
    queries.setQueryData(['session'], null)
  },
})

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Suspense fallback={<Splash />}>{WELCOME ? <WelcomePage token={WELCOME[1]!} /> : <Door />}</Suspense>
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
)

function Door() {
  const session = useSession()
  if (session.data) return <App session={session.data} />
  if (session.data === null) return <SignInPage />
  if (session.error) return <Trouble error={session.error} onRetry={() => void session.refetch()} />
  return <Splash />
}
