import { Button, Flex } from '@chakra-ui/react';
import { NavLink, useSearchParams } from 'react-router-dom';
import { readUsuario } from '../../lib/session.js';
import { texts } from './textos.js';

const t = texts.nav;
const SECTIONS = [
  { to: '/avisos', text: t.avisos },
  { to: '/avisos/silencios', text: t.silencios },
  { to: '/avisos/reglas', text: t.reglas },
  { to: '/avisos/canales', text: t.canales },
  { to: '/avisos/resumen', text: t.resumen },
  { to: '/dossieres', text: t.dossier },
] as const;

/** Links between the alarm screens; they keep the chosen company. A usuario has only the list of alarms. */
export function AvisosNav() {
  const [params] = useSearchParams();
  if (readUsuario()?.rol === 'usuario') return null;
  const empresa = params.get('empresa');
  return (
    // On a phone one line, which a finger moves.
    <Flex
      as="nav"
      aria-label={t.label}
      gap="1"
      wrap={{ base: 'nowrap', md: 'wrap' }}
      overflowX={{ base: 'auto', md: 'visible' }}
    >
      {SECTIONS.map(({ to, text }) => (
        <Button
          key={to}
          asChild
          size="sm"
          variant="ghost"
          flexShrink="0"
          css={{ '&[aria-current=page]': { bg: 'campo.subtle', color: 'campo.fg' } }}
        >
          <NavLink end to={empresa ? `${to}?empresa=${empresa}` : to}>
            {text}
          </NavLink>
        </Button>
      ))}
    </Flex>
  );
}
