// Passkeys in the browser: passes the service's request to the person's device, and the device's answer back.

import { auth } from '../app/api.ts'

/** Whether a passkey can be used on this page: it works at one host, in a browser that has the words for it. */
export function canUsePasskeys(host: string | null | undefined): boolean {
  if (host === null || host === undefined || location.hostname !== host || !isSecureContext) return false
  return typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

/** Signs in with a passkey of the device. Throws when the person or the device gave none, with a sentence that says so. */
export async function signInWithPasskey(): Promise<void> {
  const asked = await auth<PublicKeyCredentialRequestOptionsJSON>('/passkey/generate-authenticate-options', {})
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked)
  const response = await answerOf(() => navigator.credentials.get({ publicKey }))
  await auth('/passkey/verify-authentication', { response })
}

/** Adds a passkey of this device to the person who is signed in. Throws as above. */
export async function addPasskey(name: string): Promise<void> {
  const asked = await auth<PublicKeyCredentialCreationOptionsJSON>('/passkey/generate-register-options', {})
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked)
  const response = await answerOf(() => navigator.credentials.create({ publicKey }))
  await auth('/passkey/verify-registration', { name, response })
}

/** The device gave no passkey: the person cancelled, or it has none for this service. */
class DeviceRefused extends Error {}

async function answerOf(ask: () => Promise<Credential | null>): Promise<unknown> {
  let credential: Credential | null
  try {
    credential = await ask()
  } catch (error) {
    const is_known = error instanceof DOMException && error.name === 'InvalidStateError'
    throw new DeviceRefused(is_known ? 'This device has a passkey of yours already.' : 'The device gave no passkey.')
  }
  if (!(credential instanceof PublicKeyCredential)) throw new DeviceRefused('The device gave no passkey.')
  return credential.toJSON()
}
