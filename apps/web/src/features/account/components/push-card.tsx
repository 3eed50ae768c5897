import { type PushEstado, type Severidad } from '@acequia/contracts';
import { Box, Button, chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { failureOf } from '../../../components/form/failure.js';
import { FormField, Select } from '../../../components/form/fields.js';
import { SeverityOptions } from '../../../entities/aviso/severity-options.js';
import { texts as avisoTexts } from '../../../entities/aviso/textos.js';
import { dateTimeOf } from '../../../lib/format/format.js';
import { neverCame } from '../../../lib/http/query-client.js';
import { useServerThere } from '../../../lib/live/live.js';
import { readUsuario } from '../../../lib/session.js';
import { usePush, usePushActions } from '../api/push.js';
import { obstacle, PermissionRefused } from '../lib/browser-push.js';
import { texts } from '../textos.js';
import { Failure, LinkedCard } from './linked-card.js';

const t = texts.push;

/** Subscribes this browser to alarms, and lists the person's browsers. */
export function PushCard() {
  const push = usePush();
  const { add, remove } = usePushActions();
  const connected = useServerThere();
  const [severidad, setSeveridad] = useState<Severidad>('media');
  const hindrance = obstacle();
  const failure = add.error ?? remove.error;
  const { data } = push;
  const isOn = data?.suscripciones.some(({ clave }) => clave === data.own) ?? false;
  // An older failure of the other button would stand beside a success.
  const subscribe = () => {
    remove.reset();
    if (data) add.mutate({ serverKey: data.clave_publica, severidad_minima: severidad });
  };
  const unsubscribe = (one: Parameters<typeof remove.mutate>[0]) => {
    add.reset();
    remove.mutate(one);
  };
  return (
    <LinkedCard title={t.title} help={readUsuario()?.rol === 'usuario' ? t.help : t.helpOfAdmin}>
      {hindrance && <Text color="fg.warning">{t.obstacles[hindrance]}</Text>}
      {data ? (
        <Browsers data={data} busy={remove.isPending || !connected} onRemove={unsubscribe} />
      ) : (
        <Text role="status">{neverCame(push) ? t.noRead : t.reading}</Text>
      )}
      {failure && (
        <Failure>
          {failure instanceof PermissionRefused
            ? t.refused
            : Object.values(failureOf(t.failure, failure)).filter(Boolean).join('. ')}
        </Failure>
      )}
      {hindrance === null && data && !isOn && (
        <Stack gap="3">
          <FormField label={t.severidad}>
            <Select value={severidad} onChange={(event) => setSeveridad(event.target.value as Severidad)}>
              <SeverityOptions />
            </Select>
          </FormField>
          <Button
            variant="surface"
            colorPalette="campo"
            alignSelf="flex-start"
            disabled={add.isPending || !connected}
            onClick={subscribe}
          >
            {add.isPending ? t.adding : t.add}
          </Button>
        </Stack>
      )}
    </LinkedCard>
  );
}

interface BrowsersProps {
  data: PushEstado & { own: string | null };
  busy: boolean;
  onRemove: (one: { clave: string; own: boolean }) => void;
}

function Browsers({ data: { suscripciones, own }, busy, onRemove }: BrowsersProps) {
  if (suscripciones.length === 0) return <Text role="status">{t.none}</Text>;
  return (
    <chakra.ul listStyleType="none" aria-label={t.list}>
      {suscripciones.map(({ clave, nombre, severidad_minima, desde, fallo }) => (
        <Flex key={clave} as="li" py="2" gap="3" justify="space-between" align="center" borderTopWidth="1px">
          <Box minW="0">
            <Text fontWeight="600" overflowWrap="anywhere">
              {clave === own ? t.own(nombre) : nombre}
            </Text>
            <Text color="fg.muted" fontSize="sm">
              {t.detail(avisoTexts.severities[severidad_minima], dateTimeOf(desde))}
            </Text>
            {fallo && (
              <Text color="fg.warning" fontSize="sm">
                {fallo}
              </Text>
            )}
          </Box>
          <Button
            variant="outline"
            size="sm"
            flexShrink="0"
            aria-label={t.removeOf(nombre)}
            disabled={busy}
            onClick={() => onRemove({ clave, own: clave === own })}
          >
            {t.remove}
          </Button>
        </Flex>
      ))}
    </chakra.ul>
  );
}
