import { endpoint } from '../../../wire/endpoint.ts'
import { ProviderConnection, PairingCode } from '../contract.ts'

export const pairAsAdmin = endpoint('POST /api/admin/lovense/generate-qr', 'admin', {
  summary: "A QR code that links the provider's app to this admin",
  output: PairingCode,
  status: 200,
  problems: ['PROVIDER_UNAVAILABLE'],
})

export const readAdminConnection = endpoint('GET /api/admin/lovense/status', 'admin', {
  summary: 'Whether any app is connected to the toy provider',
  output: ProviderConnection,
})
