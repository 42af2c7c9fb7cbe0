import type { FastifyInstance } from 'fastify'

export interface ViesFaults {
  isAway: boolean
}

/**
 * Simulates the REST interface of VIES, https://ec.europa.eu/taxation_customs/vies/#/technical-information. By the digits of a number, as the
 * test service of VIES does: one that ends in 00 is unknown, one that ends in 99 belongs to a member state that does not answer; all
 * others are valid. `POST /faults` with `isAway` has it answer about nothing, as VIES itself does now and then.
 */
export function viesSimulator(app: FastifyInstance, { faults }: { faults: ViesFaults }): Promise<void> {
  app.post('/faults', (request, reply) => {
    faults.isAway = (request.body as Partial<ViesFaults>).isAway === true
    return reply.status(204).send()
  })
  app.post('/check-vat-number', (request, reply) => {
    const { countryCode, vatNumber, requesterNumber } = request.body as Record<string, string | undefined>
    if (!countryCode || !vatNumber) return reply.status(400).send(failure('INVALID_INPUT'))
    const digits = vatNumber.replaceAll(/\D/g, '')
    if (faults.isAway || digits.endsWith('99')) return reply.status(500).send(failure('MS_UNAVAILABLE'))
    const valid = !digits.endsWith('00')
    return reply.send({
      countryCode,
      vatNumber,
      requestDate: new Date().toISOString(),
      valid,
      requestIdentifier: requesterNumber && valid ? `WAPI${digits.padStart(12, '0')}` : '',
      name: valid ? 'VOORBEELD BV' : '---',
      address: valid ? 'VOORBEELDSTRAAT 1\n1000 BRUSSEL' : '---',
      traderName: '---',
      traderStreet: '---',
      traderPostalCode: '---',
      traderCity: '---',
      traderCompanyType: '---',
      traderNameMatch: 'NOT_PROCESSED',
      traderStreetMatch: 'NOT_PROCESSED',
      traderPostalCodeMatch: 'NOT_PROCESSED',
      traderCityMatch: 'NOT_PROCESSED',
      traderCompanyTypeMatch: 'NOT_PROCESSED',
    })
  })
  return Promise.resolve()
}

const failure = (error: string) => ({ actionSucceed: false, errorWrappers: [{ error }] })
