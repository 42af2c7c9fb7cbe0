/** A fault of the simulated identity provider, for the next answer. */
export const identityFaults = [
  'none',
  'wrong-nonce',
  'wrong-audience',
  'wrong-issuer',
  'expired',
  'unsigned',
  'unknown-key',
  'rotated-keys',
  'down',
  'failing-token',
] as const
export type IdentityFault = (typeof identityFaults)[number]

/** The person whom the simulator identifies; chosen on its page. */
export interface SimulatedPerson {
  sub: string
  given_name: string
  family_name: string
  birthdate: string
  eighteenplus: boolean
}

/** The client that the simulator knows. */
export const simulatedClient = { clientId: 'gloed', clientSecret: 'simulator' }
