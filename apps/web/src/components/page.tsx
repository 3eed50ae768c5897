import { Flex, Heading, Stack } from '@chakra-ui/react';
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
  children: ReactNode;
}

/** On a phone the screen's own edge is enough of a frame. */
const FLUSH_ON_PHONE = {
  p: { base: '0', md: '5' },
  bg: { base: 'transparent', md: 'bg.panel' },
  borderWidth: { base: '0', md: '1px' },
};

/** An administrator's screen: a titled card with a back button to the dashboard. */
export function Page({ title, goBack = texts.goBack, children }: Props) {
  return (
    <Card {...FLUSH_ON_PHONE}>
      <Stack gap="4">
        <Flex justify="space-between" align="center" gap="3" wrap="wrap">
          <Heading as="h1" size={{ base: 'xl', md: '2xl' }}>
            {title}
          </Heading>
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
