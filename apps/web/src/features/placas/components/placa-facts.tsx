import { NOMBRE_DIALECTO, type Placa } from '@acequia/contracts';
import { Box, Text } from '@chakra-ui/react';
import { Age } from '../../../components/age.js';
import { type Fact, Facts } from '../../../components/facts.js';
import { OnlineChip } from '../../../components/online-chip.js';
import { EmpresaLink } from '../../../entities/empresa/empresa-link.js';
import { clockOf } from '../lib/clock.js';
import { texts } from '../textos.js';

const { detalle: t, columns } = texts;

/** What is known of a board, as titles and values. */
export function PlacaFacts({ placa, empresa }: { placa: Placa; empresa: string }) {
  const clock = clockOf(placa);
  const facts: Fact[] = [
    [columns.nombre, placa.nombre || texts.noData],
    [t.sitio, placa.sitio || texts.noData],
    [columns.empresa, <EmpresaLink id={placa.empresa_id} nombre={empresa} />],
    [columns.connection, <OnlineChip online={placa.online === 1} />],
    [columns.seenAt, <Age ts={placa.ultimo_visto} />],
    [columns.dialecto, NOMBRE_DIALECTO[placa.dialecto]],
    [t.modelo, placa.modelo.toUpperCase()],
    [columns.firmware, placa.fw ?? texts.noData],
    [columns.signal, placa.rssi === null ? texts.noData : `${placa.rssi} dBm`],
    [columns.switches, placa.switches],
    [columns.clock, texts.clock[clock]],
    ...(placa.consumo ? [[t.consumo, t.consumption(placa.consumo)] satisfies Fact] : []),
    [t.credential, placa.revocada === 1 ? t.revocada : placa.credencial_definida === 1 ? t.valid : t.noCredential],
  ];
  return (
    <Box>
      <Facts facts={facts} templateColumns={{ base: 'auto 1fr', sm: 'auto 1fr auto 1fr' }} columnGap="4" />
      {clock !== 'ok' && (
        <Text color="fg.warning" mt="4">
          {texts.clockHelp[clock]}
        </Text>
      )}
    </Box>
  );
}
