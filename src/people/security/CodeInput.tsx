import type { ComponentProps } from 'react'
import { Input } from '../../ui/components/Field.tsx'

type CodeInputProps = ComponentProps<'input'> & {
  /** Letters and digits that were written down, rather than six digits of the app. */
  isRecovery?: boolean
}

/** A code that one types over: phones and managers fill it in, and figures are easy to compare. */
export const CodeInput = ({ isRecovery = false, ...props }: CodeInputProps) => (
  <Input
    autoComplete={isRecovery ? 'off' : 'one-time-code'}
    inputMode={isRecovery ? 'text' : 'numeric'}
    autoCapitalize={isRecovery ? 'characters' : 'none'}
    spellCheck={false}
    className="figures text-center text-subheading tracking-[0.3em]"
    {...props}
  />
)
