import { Box, Flex, Heading, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { readUsuario, HOME } from '../lib/session.js';
import { BackIcon } from './icons.js';
import { Card } from './card.js';
import { PushButton } from './push-button.js';
import { texts } from './textos.js';

interface Props {
  title: string;
  /** Text of the back button: "Regresar" (DASH-3), or "REGRESAR" (SWI-7). */
  goBack?: string;
  /** Beside the title where there is room, else below it: the list itself begins high. */
  beside?: ReactNode;
  children: ReactNode;
}

/** On a phone the screen's own edge is enough of a frame. */
const FLUSH_ON_PHONE = {
  p: { base: '0', md: '5' },
  bg: { base: 'transparent', md: 'bg.panel' },
  borderWidth: { base: '0', md: '1px' },
};

/** An administrator's screen: a titled card with a back button to the dashboard. */
export function Page({ title, goBack = texts.goBack, beside, children }: Props) {
  return (
    <Card {...FLUSH_ON_PHONE}>
      <Stack gap="4">
        <Flex justify="space-between" align="center" columnGap={{ base: '3', lg: '6' }} rowGap="3" wrap="wrap">
          <Heading as="h1" size={{ base: 'xl', md: '2xl' }}>
            {title}
          </Heading>
          {beside && (
            <Box order={{ base: 1, lg: 0 }} flex={{ base: '1 0 100%', lg: '1' }} minW="0">
              {beside}
            </Box>
          )}
          <BackButton>{goBack}</BackButton>
        </Flex>
        {children}
      </Stack>
    </Card>
  );
}

/** Goes to /dashboard (DASH-3); a person without access there goes to their own home page. */
export function BackButton({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const rol = readUsuario()?.rol;
  return (
    <PushButton variant="ghost" onClick={() => void navigate(rol ? HOME[rol] : '/dashboard')}>
      <BackIcon /> {children}
    </PushButton>
  );
}
