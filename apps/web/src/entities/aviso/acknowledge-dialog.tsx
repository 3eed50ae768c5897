import type { Aviso } from '@acequia/contracts';
import { Box, Button, Input, Text } from '@chakra-ui/react';
import { useId, useState, type FormEvent } from 'react';
import { Sheet } from '../../components/dialog.js';
import { failureOf, type Failure } from '../../components/form/failure.js';
import { FormField } from '../../components/form/fields.js';
import { FailureNotice } from '../../components/form/form-dialog.js';
import { toast } from '../../components/toasts.js';
import { useAvisoActions } from './aviso-actions.js';
import { texts } from './textos.js';

const t = texts.acknowledge;

interface Props {
  avisos: readonly Aviso[];
  /** Element that gets the focus on close; null = the one that had it before. */
  whereFocusGoes: () => HTMLElement | null;
  onDone: () => void;
  onClose: () => void;
}

/** Acknowledges alarms, with an optional note. */
export function AcknowledgeDialog({ avisos, whereFocusGoes, onDone, onClose }: Props) {
  const { acknowledge } = useAvisoActions();
  const [nota, setNota] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useId();

  const save = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const changed = await acknowledge({ ids: avisos.map(({ id }) => id), nota });
      if (changed.length > 0) toast.success(t.done(changed.length));
      else toast.attention(t.none);
      onDone();
    } catch (error) {
      setFailure(failureOf(t.failure, error));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void save();
  };

  return (
    <Sheet
      title={t.title(avisos.length)}
      width={480}
      onClose={onClose}
      whereFocusGoes={whereFocusGoes}
      hold={busy || nota !== ''}
      footer={
        <>
          <Button variant="outline" disabled={busy} onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" form={form} colorPalette="campo" disabled={busy}>
            {t.accion}
          </Button>
        </>
      }
    >
      {failure && (
        <Box mx="-6">
          <FailureNotice failure={failure} />
        </Box>
      )}
      {avisos.length === 1 && (
        <Text fontWeight="600" mb="1">
          {avisos[0]?.texto}
        </Text>
      )}
      <Text color="fg.muted" mb="4">
        {t.help}
      </Text>
      <form id={form} onSubmit={submit} noValidate>
        <FormField label={t.nota}>
          <Input
            value={nota}
            onChange={({ target }) => setNota(target.value)}
            placeholder={t.example}
            maxLength={300}
            autoComplete="off"
          />
        </FormField>
      </form>
    </Sheet>
  );
}
