import { useApi } from '../app/session.ts'

/** The name of a person of the organization; empty for nobody, and while it loads. */
export function Person({ id }: { id: string | null }) {
  const users = useApi('/v1/users', { query: { limit: 100 } }, { is_enabled: id !== null })
  const user = users.data?.users.find((one) => one.id === id)
  return user ? user.name || user.email : null
}
