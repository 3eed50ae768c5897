import type { AvisosSettings, Comunicador, ComunicadorEstado } from '@acequia/contracts';
import { Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { failureOf } from '../../../components/form/failure.js';
import { FormField, Select } from '../../../components/form/fields.js';
import { SettingsSection } from '../../../components/settings-section.js';
import { dateTimeOf } from '../../../lib/format/format.js';
import { useChannelActions, useSettings } from '../api/canales.js';
import { texts } from '../textos.js';

const t = texts.comunicador;

const told = (comunicador: Comunicador, { estado, bien_ts }: ComunicadorEstado): string => {
  const moment = bien_ts === null ? null : dateTimeOf(bien_ts);
  const { modem, router } = t.states;
  if (comunicador === 'router') {
    if (estado === 'bien') return router.bien;
    return estado === 'callado' && moment !== null ? router.callado(moment) : router.sin_saber;
  }
  if (estado === 'callado') return modem.callado(moment);
  if (estado === 'sin_modem') return modem.sin_modem;
  return estado === 'bien' && moment !== null ? modem.bien(moment) : modem.sin_saber;
};
const isBad = ({ estado }: ComunicadorEstado): boolean => estado === 'callado' || estado === 'sin_modem';

/** What the company's communicator is, and whether it works. */
export function ComunicadorCard({ empresaId }: { empresaId: number }) {
  const settings = useSettings(empresaId);
  return (
    <SettingsSection texts={t} reading={settings}>
      {settings.data && <ComunicadorChoice saved={settings.data} />}
    </SettingsSection>
  );
}

function ComunicadorChoice({ saved }: { saved: AvisosSettings }) {
  const { saveSettings } = useChannelActions();
  const [failure, setFailure] = useState<string | null>(null);
  const { comunicador_estado: estado, comunicador = null, ...settings } = saved;
  const choose = async (chosen: string): Promise<void> => {
    setFailure(null);
    try {
      await saveSettings({ ...settings, comunicador: (chosen || null) as Comunicador | null });
    } catch (error) {
      setFailure(Object.values(failureOf(t.failure, error)).filter(Boolean).join('. '));
    }
  };
  return (
    <Stack gap="2" maxW="32rem">
      <FormField label={t.label}>
        <Select value={comunicador ?? ''} onChange={({ target }) => void choose(target.value)}>
          <option value="">{t.none}</option>
          <option value="modem">{t.modem}</option>
          <option value="router">{t.router}</option>
        </Select>
      </FormField>
      {comunicador && estado && (
        <Text
          role="status"
          color={isBad(estado) ? 'fg.warning' : 'fg.muted'}
          fontWeight={isBad(estado) ? '600' : '400'}
        >
          {told(comunicador, estado)}
        </Text>
      )}
      {failure && (
        <Text role="alert" color="fg.error">
          {failure}
        </Text>
      )}
    </Stack>
  );
}
