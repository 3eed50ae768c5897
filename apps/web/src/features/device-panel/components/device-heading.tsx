import type { Dispositivo, LecturaEnVivo } from '@acequia/contracts';
import { Flex, Heading, Text } from '@chakra-ui/react';
import { TEXTO_MOTIVO } from '@acequia/contracts';
import { useViejo } from '../../../components/age.js';
import { EnLineaChip } from '../../../components/online-chip.js';
import { useAhora } from '../../../lib/time/clock.js';
import { hace } from '../../../lib/format/format.js';
import { useServerThere } from '../../../lib/live/live.js';
import { textos } from '../textos.js';

interface Props {
  dispositivo: Dispositivo;
  lectura: LecturaEnVivo | undefined;
}

/**
 * When the device was last seen, ms: by its own clock where it tells the time, otherwise by the server's. Nobody was seen later
 * than the server heard of it: a clock that runs ahead would be "hace 0s" for ever.
 */
const vistoPorUltimaVez = (lectura: LecturaEnVivo | undefined): number | null => {
  const oido = lectura?.ts_ms ?? null;
  const fecha = lectura?.metricas?.fecha ? Date.parse(lectura.metricas.fecha) : NaN;
  return Number.isNaN(fecha) ? oido : Math.min(fecha, oido ?? fecha);
};

/** A device's name, whether it is reachable, and when it was last seen. */
export function Cabecera({ dispositivo, lectura }: Props) {
  const now = useAhora();
  const visto = vistoPorUltimaVez(lectura);
  const enLinea = lectura?.online ?? false;
  const viejo = useViejo(lectura?.ts_ms ?? null, useServerThere());
  return (
    <>
      <Flex justify="space-between" align="flex-start" gap="2">
        <Heading as="h3" size="md" fontFamily="body" fontWeight="650" lineClamp="2" title={dispositivo.nombre}>
          {dispositivo.nombre}
        </Heading>
        <EnLineaChip enLinea={enLinea} viejo={viejo} />
      </Flex>
      <Text fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
        {textos.id(dispositivo.shelly_id)}
        {visto === null ? '—' : hace(visto, now)}
      </Text>
      {lectura?.motivo && (
        <Text fontSize="xs" color="fg.warning" fontWeight="550" mt="1">
          {TEXTO_MOTIVO[lectura.motivo]}
        </Text>
      )}
    </>
  );
}
