import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { handleRequests } from './helperProcess.ts'

/** The baseline for the live socket: a server that only sends back each message. */
const server = createServer()
const sockets = new WebSocketServer({ server, perMessageDeflate: false, maxPayload: 4096 })
sockets.on('connection', socket =>
  socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary })),
)
server.listen(0, '127.0.0.1', () =>
  handleRequests(() => `http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
