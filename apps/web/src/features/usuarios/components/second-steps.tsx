import type { Usuario } from '@acequia/contracts';
import { Button, Flex, Text } from '@chakra-ui/react';
import { useConfirm } from '../../../components/confirm.js';
import { failureOf } from '../../../components/form/failure.js';
import { toast } from '../../../components/toasts.js';
import { readUsuario } from '../../../lib/session.js';
import { useSecondStepActions, useSecondSteps } from '../api/second-steps.js';
import { texts } from '../textos.js';

const t = texts.secondStep;

interface Question {
  text: string;
  accion: string;
  detalle: string;
}

/** Asks, acts, and says what became of it. */
function useAsked() {
  const confirm = useConfirm();
  return async (question: Question, act: () => Promise<unknown>, done: string): Promise<void> => {
    if (!(await confirm(question))) return;
    try {
      await act();
      toast.success(done);
    } catch (error) {
      const said = failureOf(t.failure, error);
      toast.error(said.text, said.detalle);
    }
  };
}

/** Whether a company demands a second step of its people, with a button that changes it. Nothing without a company. */
export function SecondStepDemand({ empresaId }: { empresaId: number | null }) {
  const { data } = useSecondSteps(empresaId);
  const { demand } = useSecondStepActions();
  const asked = useAsked();
  if (empresaId === null || !data) return null;
  const { question, done, now, accion } = data.exigido === 1 ? t.demanded : t.optional;
  const change = () =>
    asked({ ...question, accion }, () => demand({ empresa_id: empresaId, exigido: data.exigido === 1 ? 0 : 1 }), done);
  return (
    <Flex gap="3" align="center" wrap="wrap" color="fg.muted" fontSize="sm">
      <Text>{now(data.usuarios.length)}</Text>
      <Button variant="outline" size="xs" onClick={() => void change()}>
        {accion}
      </Button>
    </Flex>
  );
}

/** Takes the second step from somebody who lost it. Nothing for who has none, and for oneself. */
export function SecondStepLift({ usuario: { id, nombre, empresa_id } }: { usuario: Usuario }) {
  const { data } = useSecondSteps(empresa_id);
  const { lift } = useSecondStepActions();
  const asked = useAsked();
  if (id === readUsuario()?.id || !data?.usuarios.includes(id)) return null;
  const { accion, text, detalle, done, has } = t.lift;
  return (
    <Flex gap="3" align="center" wrap="wrap">
      <Text>{has}</Text>
      <Button
        variant="outline"
        size="sm"
        onClick={() => void asked({ text, accion, detalle: detalle(nombre) }, () => lift(id), done)}
      >
        {accion}
      </Button>
    </Flex>
  );
}
