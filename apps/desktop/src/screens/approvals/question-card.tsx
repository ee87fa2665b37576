import type { Answers, Question, QuestionRequest } from "@nucleic/protocol/core";
import { answer } from "@nucleic/sync/client";
import { useId, useState } from "react";
import { useAsOf, useHost } from "../../state/host.ts";
import { told } from "../../state/toasts.ts";
import { Button } from "../../ui/button.tsx";
import { visible } from "../../ui/visible.ts";
import styles from "./question-card.module.css";

/** What an agent wants to know, with the answers that it offers. */
export function QuestionCard({ request }: { readonly request: QuestionRequest }) {
  const { client } = useHost();
  const asOf = useAsOf();
  const [answers, setAnswers] = useState<Answers>({});
  const isWhole = request.questions.every(({ id }) => answers[id]?.some((one) => one.trim() !== ""));
  return (
    <form
      className={styles.card}
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole) void told(answer(client, request, answers));
      }}
    >
      {request.questions.map((question) => (
        <OneQuestion
          key={question.id}
          question={question}
          chosen={answers[question.id] ?? []}
          onChoose={(chosen) => setAnswers({ ...answers, [question.id]: [...chosen] })}
        />
      ))}
      <div className={styles.bar}>
        <Button look="main" type="submit" disabled={!isWhole || asOf !== undefined}>
          Answer
        </Button>
        <Button look="quiet" disabled={asOf !== undefined} onClick={() => void told(answer(client, request))}>
          Decline
        </Button>
      </div>
    </form>
  );
}

interface OneQuestionProps {
  readonly question: Question;
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
}

function OneQuestion({ question, chosen, onChoose }: OneQuestionProps) {
  const { text, options, multiSelect, freeText, secret } = question;
  const name = useId();
  const own = chosen.find((one) => !options.some(({ label }) => label === one)) ?? "";
  const toggle = (label: string) => {
    if (!multiSelect) return onChoose([label]);
    onChoose(chosen.includes(label) ? chosen.filter((one) => one !== label) : [...chosen, label]);
  };
  return (
    <fieldset className={styles.question}>
      <legend>{visible(text)}</legend>
      {options.map(({ label, description }) => (
        <label key={label} className={styles.option}>
          <input
            type={multiSelect ? "checkbox" : "radio"}
            name={name}
            checked={chosen.includes(label)}
            onChange={() => toggle(label)}
          />
          <span>
            {visible(label)}
            {description !== undefined && <span className={styles.about}> {visible(description)}</span>}
          </span>
        </label>
      ))}
      {freeText && (
        <input
          className={styles.own}
          aria-label="An answer of your own"
          type={secret ? "password" : "text"}
          autoComplete="off"
          placeholder="An answer of your own"
          value={own}
          onChange={(event) => onChoose(event.target.value === "" ? [] : [event.target.value])}
        />
      )}
    </fieldset>
  );
}
