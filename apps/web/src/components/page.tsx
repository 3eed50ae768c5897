import { Button, Flex, Heading, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { readUsuario, HOME } from '../lib/session.js';
import { BackIcon } from './icons.js';
import { Card } from './card.js';

interface Props {
  title: string;
  /** Text of the button that goes back; the spec writes it two ways. */
  goBack?: string;
  children: ReactNode;
}

/** An administrator's screen: a titled card, and the way back to the dashboard. */
export function Page({ title, goBack = 'Regresar', children }: Props) {
  return (
    <Card>
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

/** To /dashboard, as the spec says; who may not enter there goes to where they live. */
export function BackButton({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const rol = readUsuario()?.rol;
  return (
    <Button variant="ghost" onClick={() => void navigate(rol ? HOME[rol] : '/dashboard')}>
      <BackIcon /> {children}
    </Button>
  );
}
