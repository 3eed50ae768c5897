import { Box, IconButton, Input, type InputProps } from '@chakra-ui/react';
import { useState } from 'react';
import { EyeClosedIcon, EyeIcon } from '../icons.js';
import { texts } from './textos.js';

interface Props extends Omit<InputProps, 'size'> {
  size?: 'md' | 'lg';
}

/** How the eye stands in a field of each size. */
const EYE = { md: { place: '0.5', size: 'sm', room: '11' }, lg: { place: '1', size: 'md', room: '12' } } as const;

/** A field for a password, a new one unless `autoComplete` says otherwise, with a button that shows the text. */
export function Password({ size = 'md', ...props }: Props) {
  const [visible, setVisible] = useState(false);
  const eye = EYE[size];
  return (
    <Box position="relative" w="full">
      <Input
        autoComplete="new-password"
        spellCheck={false}
        autoCapitalize="off"
        size={size}
        pe={eye.room}
        {...props}
        type={visible ? 'text' : 'password'}
      />
      <IconButton
        position="absolute"
        insetEnd={eye.place}
        top={eye.place}
        size={eye.size}
        variant="ghost"
        color="fg.muted"
        aria-label={visible ? texts.hidePassword : texts.showPassword}
        aria-pressed={visible}
        onClick={() => setVisible(!visible)}
      >
        {visible ? <EyeClosedIcon /> : <EyeIcon />}
      </IconButton>
    </Box>
  );
}
