import { numero, type EstadoSistema } from '@acequia/contracts';
import { SimpleGrid, Skeleton, Stack, Text } from '@chakra-ui/react';
import { Page } from '../../components/page.js';
import { Unread } from '../../components/unread.js';
import { GuardiaCard } from '../../entities/guardia/guardia-card.js';
import { ageOf, dateTimeOf, dayOf } from '../../lib/format/format.js';
import { neverCame } from '../../lib/http/query-client.js';
import { useEstado } from './api/estado.js';
import { DeadLetters } from './components/dead-letters.js';
import { Row, Section } from './components/section.js';
import { ToldOnDuty } from './components/told-on-duty.js';
import { texts } from './textos.js';

/** The health of the installation, for its administrator. */
export function Component() {
  const estado = useEstado();
  return (
    <Page title={texts.title}>
      {neverCame(estado) && (
        <Unread text={estado.data ? texts.stale(dateTimeOf(estado.data.ts)) : texts.failure} onRetry={estado.refetch} />
      )}
      {estado.data ? <Whole estado={estado.data} /> : !neverCame(estado) && <Skeleton h="24rem" />}
      <ToldOnDuty />
      <GuardiaCard empresaId={null} />
    </Page>
  );
}

function Whole({ estado }: { estado: EstadoSistema }) {
  const { condiciones, instancias, faltan, atrasos, trabajos, ts } = estado;
  const late = atrasos.filter(({ entradas }) => entradas > 0).sort((one, other) => other.entradas - one.entradas);
  return (
    <Stack gap="6">
      <Section title={texts.now} empty={condiciones.length === 0 && texts.inOrder}>
        {condiciones.map(({ condicion, grave, texto }) => (
          <Row key={condicion + texto} name={texts.conditions[condicion]} bad={grave}>
            {grave && `${texts.grave}: `}
            {texto}
          </Row>
        ))}
      </Section>
      <Figures estado={estado} />
      <SimpleGrid columns={{ base: 1, lg: 2 }} gapX="10" gapY="6">
        <Section title={texts.services}>
          {faltan.map((servicio) => (
            <Row key={servicio} name={servicio} bad>
              {texts.missing}
            </Row>
          ))}
          {instancias.map(({ servicio, instancia, version, desde }) => (
            <Row key={instancia} name={servicio}>
              {texts.version(version)}, {texts.since(ageOf(desde, ts))}
            </Row>
          ))}
        </Section>
        <Stack gap="6">
          <Section title={texts.lags} empty={late.length === 0 && texts.noLag}>
            {late.map(({ cola, servicio, entradas }) => (
              <Row key={cola + servicio} name={`${cola} → ${servicio}`}>
                {texts.entries(numero(entradas))}
              </Row>
            ))}
          </Section>
          <Section title={texts.jobs} empty={trabajos.length === 0 && texts.noJobs}>
            {trabajos.map((jobs) => (
              <Row key={jobs.cola} name={jobs.cola} bad={jobs.fallidos > 0}>
                {(['activos', 'esperan', 'aplazados', 'fallidos'] as const)
                  .filter((state) => jobs[state] > 0)
                  .map((state) => texts.counts[state](numero(jobs[state])))
                  .join(', ') || texts.idle}
              </Row>
            ))}
          </Section>
        </Stack>
      </SimpleGrid>
      <DeadLetters {...estado} />
    </Stack>
  );
}

const GIGABYTE = 1e9;

function Figures({ estado: { discos, respaldo, instancias, atrasos, ts } }: { estado: EstadoSistema }) {
  const ends = instancias.flatMap(({ certificado_vence }) => certificado_vence ?? []);
  const [disk] = [...discos].sort((one, other) => one.libre / one.total - other.libre / other.total);
  const worst = Math.max(0, ...atrasos.map(({ entradas }) => entradas));
  const figures = [
    [
      texts.parts.disco,
      disk
        ? texts.free(Math.floor((100 * disk.libre) / disk.total), numero(Math.floor(disk.libre / GIGABYTE)))
        : texts.noDisk,
    ],
    [
      texts.parts.respaldo,
      respaldo ? texts.backup(ageOf(respaldo.ts, ts), numero(Math.ceil(respaldo.bytes / 1e6))) : texts.noBackup,
    ],
    [texts.parts.certificado, ends.length > 0 ? texts.until(dayOf(Math.min(...ends)) ?? '') : texts.noCertificate],
    [texts.parts.atraso, texts.entries(numero(worst))],
  ] as const;
  return (
    <SimpleGrid columns={{ base: 1, sm: 2, lg: 4 }} gap="4">
      {figures.map(([name, value]) => (
        <Stack key={name} gap="0" borderWidth="1px" rounded="lg" px="4" py="3">
          <Text color="fg.muted">{name}</Text>
          <Text fontWeight="600" fontVariantNumeric="tabular-nums">
            {value}
          </Text>
        </Stack>
      ))}
    </SimpleGrid>
  );
}
