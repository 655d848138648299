import { useApi } from '../app/session.ts'

/** What a person of the organization is called; nothing for nobody, and while it is asked for. */
export function Person({ id }: { id: string | null }) {
  const users = useApi('/v1/users', { query: { limit: 100 } }, { is_enabled: id !== null })
  const user = users.data?.users.find((one) => one.id === id)
  return user ? user.name || user.email : null
}
