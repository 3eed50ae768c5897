import type { Placa, PlacaCredencial } from '@acequia/contracts';
import { Box, Button, Grid, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useForm } from 'react-hook-form';
import { FailureNotice } from '../../../../components/form/form-dialog.js';
import { useEdit } from '../../../../components/form/use-edit.js';
import { Unread } from '../../../../components/unread.js';
import { useHold } from '../../../../lib/hold.js';
import { isUnread } from '../../../../lib/http/query-client.js';
import { useMqttAddress, usePlacaActions } from '../../api/placas.js';
import { clientIdOf, settingsOf, type Setting } from '../../lib/settings.js';
import type { Signal } from '../../lib/steps.js';
import { readingsTopic, testCommand } from '../../lib/test-command.js';
import { texts } from '../../textos-first-steps.js';
import { texts as placaTexts } from '../../textos.js';
import { Copyable } from '../copyable.js';
import { CredentialQr } from '../credential-qr.js';
import { SettingValue } from '../setting-value.js';
import { SignalBox } from './signal-box.js';

const { connect: t } = texts;

interface Props {
  placa: Placa;
  /** As it was just issued; null = its password is not known here. */
  credential: PlacaCredencial | null;
  onIssued: (credential: PlacaCredencial) => void;
  /** Undefined until it is read. */
  signal: Signal | undefined;
  /** Reads the signal again; undefined unless it could not be read. */
  onRetry: (() => unknown) | undefined;
}

/** What to type into the board, a command that tries it, and whether its first signal has come. */
export function ConnectStep({ placa, credential, onIssued, signal, onRetry }: Props) {
  useHold(credential !== null);
  const reading = useMqttAddress();
  const { data: address } = reading;
  const unread = isUnread(reading);
  const topic = readingsTopic(placa.dialecto, placa.id);
  const settings: Setting[] = credential
    ? settingsOf(credential, address)
    : [
        [placaTexts.credential.address, address],
        [placaTexts.credential.clientId, clientIdOf(placa.id)],
        [placaTexts.credential.usuario, String(placa.id)],
      ];
  return (
    <Stack gap="4">
      {signal ? (
        <SignalBox signal={signal} topic={topic} />
      ) : onRetry ? (
        <Unread text={t.signalUnread} onRetry={onRetry} />
      ) : (
        <Skeleton h="16" />
      )}
      {credential && (
        <Text fontWeight="600" color="fg.warning">
          {t.once}
        </Text>
      )}
      <Grid templateColumns={{ base: '1fr', md: '1fr auto' }} gap="6" alignItems="start">
        <Box
          as="dl"
          display="grid"
          gridTemplateColumns={{ base: '1fr', sm: 'minmax(0, 1fr) minmax(0, 1fr)' }}
          gap="3"
          minW="0"
        >
          {[...settings, [t.topic, topic] satisfies Setting].map(([title, value]) => (
            <Box key={title} minW="0">
              <Text as="dt" fontSize="xs" color="fg.muted">
                {title}
              </Text>
              <Box as="dd">
                <SettingValue title={title} value={value} unread={unread} none={t.noAddress} />
              </Box>
            </Box>
          ))}
        </Box>
        {credential?.dialecto === 'acequia' && <CredentialQr credential={credential} address={address} />}
      </Grid>
      {unread && <Unread text={placaTexts.credential.addressUnread} onRetry={reading.refetch} />}
      {!credential && <NewCredential placa={placa} onIssued={onIssued} />}
      {address && (
        <Box>
          <Text fontWeight="600">{t.command}</Text>
          <Text fontSize="sm" color="fg.muted" mb="1.5">
            {t.commandHelp} {!credential && t.commandPassword}
          </Text>
          <Copyable title={t.command} value={testCommand(placa, address, credential?.password ?? null)} block />
        </Box>
      )}
    </Stack>
  );
}

/** A password is shown once, so a person who comes back later needs a new one. */
function NewCredential({ placa, onIssued }: Pick<Props, 'placa' | 'onIssued'>) {
  const edit = useEdit(useForm());
  const actions = usePlacaActions();
  const { accion, failure } = placaTexts.renew;
  const issue = async () => {
    let issued: PlacaCredencial | undefined;
    const task = async () => {
      issued = await actions.renew(placa.placa_id);
    };
    if ((await edit.save(task, { failure })) && issued) onIssued(issued);
  };
  return (
    <Stack gap="2" align="start">
      <Text color="fg.muted">{placa.credencial_definida === 1 ? t.noPassword : t.never}</Text>
      <Button variant="surface" size="sm" disabled={edit.busy} onClick={() => void issue()}>
        {accion}
      </Button>
      {edit.failure && <FailureNotice failure={edit.failure} />}
    </Stack>
  );
}
