import { describe, expect, it } from 'vitest'
import { readConfig, StartupError } from './config.ts'

describe('the configuration', () => {
  it('needs no variables in development', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      demo: true,
      production: false,
      countdownSeconds: 30,
    })
  })

  it('logs slow statements of PostgreSQL, and of the embedded database only where it is asked for', () => {
    const thresholdOf = (env: Record<string, string>) => readConfig(env).slowStatementMs
    expect(thresholdOf({})).toBeNull()
    expect(thresholdOf({ SLOW_STATEMENT_MS: '200' })).toBe(200)
    expect(thresholdOf({ DATABASE_URL: 'postgres://db.example/gloed' })).toBe(500)
  })

  it('names every invalid variable in one line', () => {
    const read = () =>
      readConfig({
        PORT: '70000',
        STOREFRONT_ACCESS: 'iedereen',
        HOLD_MINUTES: 'veel',
        DATABASE_URL: 'mysql://x',
      })
    expect(read).toThrow(StartupError)
    expect(read).toThrow(/PORT.*DATABASE_URL.*STOREFRONT_ACCESS.*HOLD_MINUTES/)
    expect(read).not.toThrow(/\n/)
  })

  it('lists the missing variables in production', () => {
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(
      'In productie ontbreekt: DATABASE_URL, PUBLIC_URL, SESSION_SECRET, MOLLIE_API_KEY, SMTP_URL',
    )
    const complete = {
      NODE_ENV: 'production',
      ALLOW_EMBEDDED: 'true',
      PUBLIC_URL: 'https://gloed.example/',
      SESSION_SECRET: 'x'.repeat(32),
      MOLLIE_API_KEY: 'live_x',
      SMTP_URL: 'smtp://post.example',
    }
    expect(readConfig(complete)).toMatchObject({
      production: true,
      demo: false,
      publicUrl: 'https://gloed.example',
    })
    expect(readConfig(complete).requireAdminTotp).toBe(true)
    expect(readConfig({ ...complete, REQUIRE_ADMIN_TOTP: 'off' }).requireAdminTotp).toBe(false)
    expect(readConfig({ ...complete, DEMO: 'on', DEV: 'true' })).toMatchObject({ demo: false, dev: false })
  })

  it('takes all that S3 needs, or nothing of it', () => {
    const key = { S3_ACCESS_KEY_ID: 'sleutel', S3_SECRET_ACCESS_KEY: 'geheim' }
    expect(readConfig({}).s3).toBeUndefined()
    expect(readConfig({ S3_BUCKET: 'winkel', ...key }).s3).toMatchObject({
      bucket: 'winkel',
      endpoint: undefined,
      region: 'us-east-1',
      pathStyle: false,
    })
    expect(() => readConfig(key)).toThrow('Voor bestanden in S3 ontbreekt: S3_BUCKET')
    for (const part of [
      { S3_BUCKET: 'x', S3_ACCESS_KEY_ID: 'y' },
      { S3_PATH_STYLE: 'off' },
      { S3_REGION: 'eu' },
    ])
      expect(() => readConfig(part)).toThrow(StartupError)
  })

  it('treats an empty variable as missing', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
  })
})
