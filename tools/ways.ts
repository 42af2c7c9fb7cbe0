/**
 * The files that a way goes through, in order, packages and `wire/` left out; `~` before what is reached over
 * the network or a bus, or through an interface that `app/node.ts` fills.
 */
export const ways: Record<string, readonly string[]> = {
  'slider to toy': [
    'src/live/sessions/ui/IntensityPad.tsx',
    'src/live/sessions/ui/level.rules.ts',
    'src/live/sessions/ui/commandSender.hooks.ts',
    'src/live/sessions/ui/commandSender.rules.ts',
    'src/live/sessions/ui/liveConnection.hooks.ts',
    'src/live/sessions/socket.contract.ts',
    '~src/live/sessions/engine/socketFrames.service.ts',
    'src/live/sessions/engine/command.service.ts',
    'src/live/sessions/engine/sessionRegistry.service.ts',
    'src/live/sessions/rules.ts',
    'src/live/sessions/engine/toyCommand.rules.ts',
    'src/live/sessions/engine/toyCommandQueue.service.ts',
    'src/live/sessions/engine/toyCommandQueue.rules.ts',
    '~src/live/toys/lovense.gateway.ts',
  ],
}
