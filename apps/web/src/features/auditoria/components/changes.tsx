import type { Auditoria, CambioAuditado } from '@acequia/contracts';
import { Box, Button, chakra } from '@chakra-ui/react';
import { useId, useState } from 'react';
import { textos } from '../textos.js';

/** Fields that hold 1/0 and mean yes or no. */
const BANDERAS = new Set([
  'activa',
  'activo',
  'suspendido',
  'tiene_sensor',
  'auth_key_definida',
  'token_telegram_definido',
]);
/** A few changes are shown at once; more of them, and the portrait of something new or gone, when asked for. */
const A_LA_VISTA = 4;

interface Props {
  entrada: Auditoria;
  nombreDeEmpresa: (id: number) => string;
}

/** The fields that changed, with what they held before and after. */
export function Cambios({ entrada: { cambios }, nombreDeEmpresa }: Props) {
  const retrato = cambios.every(({ antes }) => antes === null) || cambios.every(({ despues }) => despues === null);
  const aLaVista = retrato && cambios.length > 1 ? 0 : A_LA_VISTA;
  const [abierto, setAbierto] = useState(false);
  const id = useId();
  if (cambios.length === 0) return null;
  const texto = (campo: string, valor: CambioAuditado['antes']): string => {
    if (valor === null || valor === '') return '—';
    if (Array.isArray(valor)) return valor.length === 0 ? '—' : textos.elegidos(valor.length);
    if (campo === 'empresa_id') return nombreDeEmpresa(Number(valor));
    if (BANDERAS.has(campo) || typeof valor === 'boolean') return Number(valor) === 1 ? 'Sí' : 'No';
    return String(valor);
  };
  return (
    <Box>
      <chakra.dl id={id} display="grid" gap="0.5" mt={abierto || aLaVista > 0 ? '1' : '0'}>
        {cambios.slice(0, abierto ? undefined : aLaVista).map(({ campo, antes, despues }) => (
          <Box key={campo} overflowWrap="anywhere">
            <chakra.dt display="inline" color="fg.muted">
              {textos.campos[campo] ?? campo.replaceAll('_', ' ')}:{' '}
            </chakra.dt>
            <chakra.dd display="inline">
              {retrato ? (
                texto(campo, despues ?? antes)
              ) : (
                <>
                  <chakra.span color="fg.muted">{texto(campo, antes)}</chakra.span> →{' '}
                  <chakra.span fontWeight="550">{texto(campo, despues)}</chakra.span>
                </>
              )}
            </chakra.dd>
          </Box>
        ))}
      </chakra.dl>
      {cambios.length > aLaVista && (
        <Button
          size="xs"
          variant="ghost"
          ms="-2.5"
          aria-expanded={abierto}
          aria-controls={id}
          onClick={() => setAbierto(!abierto)}
        >
          {abierto ? textos.ocultarDatos : textos.verDatos(cambios.length)}
        </Button>
      )}
    </Box>
  );
}
