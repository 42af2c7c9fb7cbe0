import type { ComponentProps } from 'react'
import { Input } from '../../ui/forms/Field.tsx'

type CodeInputProps = ComponentProps<'input'> & {
  /** Accepts letters and digits of a recovery code instead of a six-digit code. */
  isRecovery?: boolean
}

/** Input for a code, with autofill and digits of equal width. */
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
