import { Button, Flex, Heading, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { leerUsuario, INICIO } from '../lib/session.js';
import { RegresarIcon } from './icons.js';
import { Panel } from './card.js';

interface Props {
  titulo: string;
  /** Text of the button that goes back; the spec writes it two ways. */
  regresar?: string;
  children: ReactNode;
}

/** An administrator's screen: a titled card, and the way back to the dashboard. */
export function Pagina({ titulo, regresar = 'Regresar', children }: Props) {
  return (
    <Panel>
      <Stack gap="4">
        <Flex justify="space-between" align="center" gap="3" wrap="wrap">
          <Heading as="h1" size={{ base: 'xl', md: '2xl' }}>
            {titulo}
          </Heading>
          <BotonRegresar>{regresar}</BotonRegresar>
        </Flex>
        {children}
      </Stack>
    </Panel>
  );
}

/** To /dashboard, as the spec says; who may not enter there goes to where they live. */
export function BotonRegresar({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const rol = leerUsuario()?.rol;
  return (
    <Button variant="ghost" onClick={() => void navigate(rol ? INICIO[rol] : '/dashboard')}>
      <RegresarIcon /> {children}
    </Button>
  );
}
