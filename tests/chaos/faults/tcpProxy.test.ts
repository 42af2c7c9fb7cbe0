import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openTcpProxy } from './tcpProxy.ts'

it('delivers in the order of sending what is sent during latency and after it', async () => {
  let received = ''
  const server = createServer(socket => socket.setEncoding('utf8').on('data', text => (received += text)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy = await openTcpProxy({ host: '127.0.0.1', port: (server.address() as AddressInfo).port }, 100)
  const client = connect({ host: '127.0.0.1', port: proxy.port, noDelay: true })
  await once(client, 'connect')
  proxy.break('latency')
  client.write('a')
  await pause(20)
  client.write('b')
  await pause(20)
  proxy.mend()
  client.write('c')
  await expect.poll(() => received).toBe('abc')
  client.destroy()
  await proxy.close()
  server.close()
})
