import { Box, IconButton, Input, type InputProps } from '@chakra-ui/react';
import { useState } from 'react';
import { EyeClosedIcon, EyeIcon } from '../icons.js';
import { texts } from './textos.js';

/** A field for a new password, with a button that shows the text. */
export function Password(props: InputProps) {
  const [visible, setVisible] = useState(false);
  return (
    <Box position="relative" w="full">
      <Input
        autoComplete="new-password"
        spellCheck={false}
        autoCapitalize="off"
        pe="11"
        {...props}
        type={visible ? 'text' : 'password'}
      />
      <IconButton
        position="absolute"
        insetEnd="0.5"
        top="0.5"
        size="sm"
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
