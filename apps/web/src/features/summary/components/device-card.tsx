import { esCentinela, TEXTO_MOTIVO, type Dispositivo, type LecturaEnVivo } from '@acequia/contracts';
import { Box, Button, Flex, Heading, Spinner, Text } from '@chakra-ui/react';
import { DeviceButtons } from '../../../entities/dispositivo/device-buttons.js';
import { lostOrder } from '../../../entities/dispositivo/use-device-order.js';
import { useViejo } from '../../../components/age.js';
import { EnLineaChip } from '../../../components/online-chip.js';
import { EstadoChip } from '../../../components/state-chip.js';
import { ActualizarIcon } from '../../../components/icons.js';
import { Panel } from '../../../components/card.js';
import { useAhora } from '../../../lib/time/clock.js';
import { hace } from '../../../lib/format/format.js';
import { useServerThere } from '../../../lib/live/live.js';
import { useTarjeta } from '../api/device-card.js';
import { textos } from '../textos.js';

const { tarjeta } = textos;

interface Props {
  dispositivo: Dispositivo;
  /** Its place among the cards: later ones start later. */
  indice: number;
}

/** One device of the relay cloud: whether it is reachable, its relay with its buttons, or its meter's power. */
export function TarjetaDispositivo({ dispositivo, indice }: Props) {
  const { lectura, pedido, order, press, refrescando, refrescar } = useTarjeta(dispositivo.id, indice);
  const now = useAhora();
  const conectado = useServerThere();
  const enLinea = lectura?.online ?? false;
  const viejo = useViejo(lectura?.ts_ms ?? null, conectado);
  return (
    <Panel p="4" data-dispositivo={dispositivo.id}>
      <Flex justify="space-between" align="flex-start" gap="2">
        <Heading as="h3" size="sm" fontFamily="body" fontWeight="650" lineClamp="2" title={dispositivo.nombre}>
          {dispositivo.nombre}
        </Heading>
        <EnLineaChip enLinea={enLinea} viejo={viejo} />
      </Flex>
      <Text fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
        {hace(lectura?.ts_ms ?? null, now)}
      </Text>
      {lectura?.motivo && (
        <Text fontSize="xs" color="fg.warning">
          {TEXTO_MOTIVO[lectura.motivo]}
        </Text>
      )}
      <Flex minH="10" align="center" mt="2">
        {esCentinela(dispositivo.tipo) ? (
          <Potencia lectura={enLinea ? lectura : undefined} viejo={viejo} />
        ) : (
          // What was asked for is no word of the relay's: drawn hollow until it has been read again.
          <EstadoChip
            estado={pedido ?? (enLinea ? (lectura?.estado.estado ?? null) : null)}
            viejo={pedido !== null || viejo}
          />
        )}
      </Flex>
      {!esCentinela(dispositivo.tipo) && (
        <Box mt="1">
          <DeviceButtons
            size="sm"
            textosDeBoton={tarjeta}
            enLinea={enLinea}
            order={order ?? lostOrder(lectura)}
            onPress={(accion) => void press(accion)}
          />
        </Box>
      )}
      <Flex justify="space-between" align="center" mt="3" pt="2" borderTopWidth="1px" gap="2">
        <Text fontSize="xs" color={!enLinea ? 'fg.warning' : viejo ? 'fg.muted' : 'fg.success'} fontWeight="550">
          {enLinea ? tarjeta.conectado : tarjeta.sinConexion}
        </Text>
        <Button size="xs" variant="ghost" onClick={() => void refrescar()} disabled={refrescando}>
          {refrescando ? <Spinner size="xs" /> : <ActualizarIcon />}{' '}
          {refrescando ? tarjeta.actualizando : tarjeta.refrescar}
        </Button>
      </Flex>
    </Panel>
  );
}

function Potencia({ lectura, viejo }: { lectura: LecturaEnVivo | undefined; viejo: boolean }) {
  const vatios = lectura?.metricas?.potencia_activa ?? lectura?.metricas?.total_act_power ?? null;
  return (
    <Box>
      <Text as="span" fontSize="xs" color="fg.muted" me="2">
        {tarjeta.potencia}
      </Text>
      <Text
        as="span"
        fontSize="lg"
        fontWeight="600"
        fontVariantNumeric="tabular-nums"
        color={viejo ? 'fg.subtle' : undefined}
        data-viejo={viejo || undefined}
      >
        {vatios === null ? '-' : `${vatios.toFixed(2)} W`}
      </Text>
    </Box>
  );
}
