import { readFileSync } from 'node:fs'

/** The variables whose value may be in a file instead, as systemd's credentials and the secrets of Docker and Kubernetes are. */
const secrets = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'REDIS_URL',
  'SESSION_SECRET',
  'SESSION_SECRET_BEFORE',
  'MOLLIE_API_KEY',
  'MOLLIE_ORGANISATION_TOKEN',
  'VEROTEL_SIGNATURE_KEY',
  'VEROTEL_API_PASSWORD',
  'LOVENSE_TOKEN',
  'LOVENSE_CALLBACK_SECRET',
  'IDENTITY_CLIENT_SECRET',
  'SENDCLOUD_SECRET_KEY',
  'SENDCLOUD_WEBHOOK_KEY',
  'STORECOVE_API_KEY',
  'STORECOVE_WEBHOOK_KEY',
  'VAPID_PRIVATE_KEY',
  'SMS_API_TOKEN',
  'S3_SECRET_ACCESS_KEY',
  'SMTP_URL',
] as const

type Environment = Record<string, string | undefined>

/**
 * Reads the files that variables such as `SESSION_SECRET_FILE` name; a line break at their end is no part of the secret.
 * @returns the environment as if the secrets stood in it, and the error of each one that could not be read
 */
export function readSecretFiles(environment: Environment): { environment: Environment; problems: string[] } {
  const read: Environment = { ...environment }
  const problems: string[] = []
  for (const name of secrets) {
    const file = environment[`${name}_FILE`]
    if (!file) continue
    if (environment[name]) {
      problems.push(`${name}: staat ook in ${name}_FILE`)
      continue
    }
    try {
      read[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    } catch (error) {
      problems.push(`${name}_FILE: ${(error as Error).message}`)
      continue
    }
    if (!read[name]) problems.push(`${name}_FILE: ${file} is leeg`)
  }
  return { environment: read, problems }
}
