/** What is said to an agent that is taken up again without a word from the person. */
export const goOn = "Go on where you were interrupted.";
