const LIST = `
a about after again all also am an and any are arent as at be because been before being both but by can
cant could couldnt did didnt do does doesnt doing dont during each etc for from further had hadnt has
hasnt have havent having he her here hers herself him himself his how i if im in into is isnt it its
itself ive just me more most my myself nor of on once only or other our ours ourselves own same shall she
should so some such than that the their theirs them themselves then there these they theyre this those
through to too until very was wasnt we were werent what when where which while who whom whose why will
with wont would wouldnt you your youre yours yourself yourselves
`;

/**
 * English words that do not describe an image. Words of place ("under", "over", "between") and negation ("no",
 * "without") are not stop words, because they distinguish images.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(LIST.trim().split(/\s+/));
