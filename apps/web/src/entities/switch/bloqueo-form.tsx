import { BloqueoSave, type Bloqueo } from '@acequia/contracts';
import { Box, Button, Flex, Input, Text } from '@chakra-ui/react';
import { useLayoutEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useBloqueo } from './use-bloqueo.js';
import { readUsuario } from '../../lib/session.js';
import { useConfirm } from '../../components/confirm.js';
import { FormField } from '../../components/form/fields.js';
import { FailureNotice } from '../../components/form/form-dialog.js';
import { resolverOf } from '../../components/form/resolver.js';
import { useEdit } from '../../components/form/use-edit.js';
import { texts } from './textos-dialog.js';

const { dialog: t } = texts;

interface Props {
  switchId: number;
  bloqueo: Bloqueo | null;
  /** Called with whether a typed reason is not saved yet. */
  onHalfWritten: (halfWritten: boolean) => void;
}

/** Locks a switch out with a reason, or releases it after asking. Only the person who locked it out and admins may release it. */
export function BloqueoForm({ switchId, bloqueo, onHalfWritten }: Props) {
  const form = useForm({ defaultValues: { motivo: '' }, resolver: resolverOf(BloqueoSave) });
  const edit = useEdit(form);
  const confirm = useConfirm();
  const actions = useBloqueo(switchId);
  const { errors } = form.formState;
  const who = readUsuario();
  const halfWritten = edit.dirty && !edit.busy && !bloqueo;
  // A layout effect, so that Escape and Back act on the current state even when pressed right after a key.
  useLayoutEffect(() => onHalfWritten(halfWritten), [halfWritten, onHalfWritten]);
  const releases = who?.rol !== 'usuario' || bloqueo?.usuario_id === who.id;

  const lockOut = form.handleSubmit(async ({ motivo }) => {
    if (await edit.save(() => actions.lockOut(motivo), texts.lockOut)) form.reset();
  });
  const release = async ({ usuario_nombre, motivo }: Bloqueo) => {
    const { question, accion, detalle, ...said } = texts.release;
    if (await confirm({ text: question, accion, detalle: detalle(usuario_nombre, motivo) }))
      await edit.save(() => actions.release(), said);
  };

  return (
    <>
      {edit.failure && (
        <Box mx="-6" mt="2">
          <FailureNotice failure={edit.failure} />
        </Box>
      )}
      {bloqueo ? (
        <Flex gap="3" align="center" justify="space-between">
          <Text color="fg.muted" flex="1" minW="0">
            {releases ? t.help : t.releasesIt(bloqueo.usuario_nombre)}
          </Text>
          {releases && (
            <Button variant="surface" colorPalette="campo" disabled={edit.busy} onClick={() => void release(bloqueo)}>
              {t.release}
            </Button>
          )}
        </Flex>
      ) : (
        <form onSubmit={(event) => void lockOut(event)} noValidate>
          <Text color="fg.muted" mb="3">
            {t.help}
          </Text>
          <Flex gap="2" align="flex-start">
            <Box flex="1" minW="0">
              <FormField label={t.motivo} error={errors.motivo} required>
                <Input {...form.register('motivo')} placeholder={t.example} maxLength={200} autoComplete="off" />
              </FormField>
            </Box>
            <Button type="submit" mt="1.7rem" variant="surface" colorPalette="miel" disabled={edit.busy}>
              {t.lockOut}
            </Button>
          </Flex>
        </form>
      )}
    </>
  );
}
