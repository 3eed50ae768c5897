import type { SwitchEnVivo } from '@acequia/contracts';
import { Text } from '@chakra-ui/react';
import { useConectado } from '../../lib/live.js';
import { useMandoDeSwitch } from '../../lib/mando-de-switch.js';
import { enCamino } from '../../lib/orden.js';
import { useDiscrepancia } from './discrepancia.js';
import { useNovedad } from './mando-switch.js';
import { useSalud } from './salud.js';
import { textos } from './textos.js';

const COLORES = { mal: 'fg.error', atencion: 'fg.warning', bien: 'fg.success', normal: 'fg.muted' } as const;

/** The most pressing thing there is to say of a switch, in one line; its dialog says the rest. */
export function LineaMando({ sw }: { sw: SwitchEnVivo }) {
  const { orden } = useMandoDeSwitch(sw.id, sw.comando);
  const novedad = useNovedad(orden);
  const discrepancia = useDiscrepancia(sw);
  const salud = useSalud(sw, true);
  const conectado = useConectado();
  const bloqueo = sw.bloqueo && textos.bloqueo.corto(sw.bloqueo.usuario_nombre, sw.bloqueo.motivo);
  const bien = orden?.estado === 'confirmado';
  const [texto, color]: [string | null | undefined, keyof typeof COLORES] = enCamino(orden)
    ? [novedad, 'normal']
    : discrepancia
      ? [discrepancia, 'mal']
      : bloqueo
        ? [bloqueo, 'atencion']
        : novedad
          ? [novedad, bien ? 'bien' : 'atencion']
          : [conectado ? salud : null, 'atencion'];
  return (
    <Text
      as="span"
      display="block"
      role="status"
      data-linea={sw.id}
      fontSize="xs"
      fontWeight={color === 'mal' || color === 'atencion' ? '600' : '400'}
      color={COLORES[color]}
      lineClamp={{ base: 'none', md: '2' }}
      textWrap="balance"
      lineHeight="1.25"
      whiteSpace="normal"
      mt="0.5"
      title={texto ?? undefined}
    >
      {texto}
    </Text>
  );
}
